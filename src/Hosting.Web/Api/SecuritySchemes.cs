using Microsoft.OpenApi;

namespace Hosting.Web.Api;

/// <summary>The ways in which a client says who it is.</summary>
internal static class SecuritySchemes
{
    private const string Key = "key";
    private const string Bearer = "bearer";
    private const string Certificate = "certificate";

    private static readonly string[] All = [Key, Bearer, Certificate];

    public static Dictionary<string, IOpenApiSecurityScheme> Create() => new()
    {
        [Key] = new OpenApiSecurityScheme
        {
            Type = SecuritySchemeType.ApiKey,
            In = ParameterLocation.Header,
            Name = "x-api-key",
            Description = "A key that `keys add` made.",
        },
        [Bearer] = new OpenApiSecurityScheme
        {
            Type = SecuritySchemeType.Http,
            Scheme = "bearer",
            Description = "The same key, or a token of the host's TokenIssuer, as Authorization: Bearer KEY.",
        },
        [Certificate] = new OpenApiSecurityScheme
        {
            Type = SecuritySchemeType.MutualTLS,
            Description = "A client certificate of an authority in ClientAuthority, whose name has scopes in ClientSubjects.",
        },
    };

    /// <param name="scope">The scope of an endpoint; null when it needs none.</param>
    public static string Sentence(string? scope) => scope is null ? "Needs no key."
        : $"Needs the scope `{scope}`, where clients are asked who they are.";

    /// <summary>One of the three; none, too, where the host asks nobody.</summary>
    public static List<OpenApiSecurityRequirement> Required(OpenApiDocument document, bool asksClients) =>
    [
        .. asksClients ? [] : (OpenApiSecurityRequirement[])[[]],
        .. All.Select(name => new OpenApiSecurityRequirement { [new OpenApiSecuritySchemeReference(name, document)] = [] }),
    ];
}
