using System.Security.Cryptography;
using System.Text.Json;
using Analyzer.Contract;
using Analyzer.Service.Features.Deletion;
using Analyzer.Service.Features.Submit;
using Hosting.Access;
using Hosting.Errors;
using Hosting.Web.Api;
using Microsoft.AspNetCore.Http.Json;
using Microsoft.Extensions.Options;
using Microsoft.Net.Http.Headers;

namespace Analyzer.Service.Features.SelfDescription;

/// <summary>The service's documents about itself, by the paths of REST. They do not change while it runs, and are made once.</summary>
internal sealed class Documents(
    IOptions<JsonOptions> json,
    IOptions<UploadLimits> limits,
    IOptions<DeletionOptions> deletion,
    IOptions<AccessOptions> access,
    ApiText openApi)
{
    private static readonly Error DescriptionOff =
        new(ErrorKinds.DescriptionOff, "The service does not describe its interface: ApiDescription is false.");

    private readonly Document _rules = Of(RulesDocument.Create(), json.Value);
    private readonly Document _limits = Of(LimitsDocument.Create(limits.Value, deletion.Value.Deletion), json.Value);
    private readonly Lazy<Task<Document>> _openApi = new(async () => new(await openApi.ReadAsync())); // when all endpoints are there

    public async ValueTask<Result<Document>> FindAsync(string path) => path switch
    {
        Routes.Rules => _rules,
        Routes.Limits => _limits,
        Routes.OpenApi when !access.Value.ApiDescription => DescriptionOff,
        Routes.OpenApi => await _openApi.Value,
        _ => new Error(ErrorKind.InvalidArgument, $"There is no document at this path; there are {string.Join(", ", Routes.Documents)}."),
    };

    private static Document Of<T>(T value, JsonOptions options) =>
        new(JsonSerializer.SerializeToUtf8Bytes(value, options.SerializerOptions));
}

/// <param name="Json">The bytes to send.</param>
internal sealed record Document(byte[] Json)
{
    public const string ContentType = "application/json; charset=utf-8";

    /// <summary>Clients ask again every time, and get 304 while it is unchanged, so that nobody uses old rules after an update.</summary>
    public const string CacheControl = "no-cache";

    public EntityTagHeaderValue Tag { get; } = new($"\"{Convert.ToHexStringLower(SHA256.HashData(Json).AsSpan(0, 8))}\"");
}
