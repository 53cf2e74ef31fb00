using System.Text.Json.Nodes;
using Microsoft.OpenApi;

namespace Hosting.Web.Api;

/// <summary>What a client has to know of an operation beyond its route: the metadata of an endpoint, from which OpenAPI is made.</summary>
/// <param name="Id">Unique in the host; generated clients name their methods after it.</param>
/// <param name="Summary">A sentence.</param>
public sealed record ApiOperation(string Id, string Summary)
{
    /// <summary>The group, one of <see cref="ApiDocument.Tags"/>.</summary>
    public required string Tag { get; init; }

    public string? Description { get; init; }

    /// <summary>In path, query and header.</summary>
    public IReadOnlyList<ApiParameter> Parameters { get; init; } = [];

    /// <summary>Null when the request has none.</summary>
    public ApiBody? Body { get; init; }

    public required IReadOnlyList<ApiAnswer> Answers { get; init; }

    /// <summary>Statuses of the problems that are the operation's own; those of every endpoint are added.</summary>
    public IReadOnlyList<int> Problems { get; init; } = [];

    /// <summary>How this operation writes its refusals, when a protocol wants another form than problem+json; null for that.</summary>
    public ApiContent? Refusal { get; init; }

    public bool IsDeprecated { get; init; }
}

/// <param name="Name">As it is sent.</param>
/// <param name="In">Where.</param>
/// <param name="Schema">Its valid values.</param>
/// <param name="Description">A sentence.</param>
/// <param name="Example">A valid value.</param>
public sealed record ApiParameter(string Name, ParameterLocation In, OpenApiSchema Schema, string Description, JsonNode? Example = null)
{
    /// <summary>Parameters of a path always are.</summary>
    public bool IsRequired { get; init; }

    public static ApiParameter Query(string name, OpenApiSchema schema, string description, JsonNode? example = null) =>
        new(name, ParameterLocation.Query, schema, description, example);

    public static ApiParameter Path(string name, OpenApiSchema schema, string description, JsonNode? example = null) =>
        new(name, ParameterLocation.Path, schema, description, example) { IsRequired = true };

    public static ApiParameter Header(string name, OpenApiSchema schema, string description, JsonNode? example = null) =>
        new(name, ParameterLocation.Header, schema, description, example);
}

/// <param name="Description">A sentence.</param>
/// <param name="Contents">One for each media type that is taken.</param>
public sealed record ApiBody(string Description, params IReadOnlyList<ApiContent> Contents)
{
    public bool IsRequired { get; init; } = true;
}

/// <param name="MediaType">Such as <c>application/json</c>.</param>
/// <param name="Schema">Null when <paramref name="Type"/> has it.</param>
/// <param name="Example">Null for none.</param>
/// <param name="Type">The type that is written or read as JSON; null when <paramref name="Schema"/> says all.</param>
public sealed record ApiContent(string MediaType, OpenApiSchema? Schema, JsonNode? Example = null, Type? Type = null)
{
    public const string JsonType = "application/json";

    public static ApiContent Json<T>(JsonNode? example = null) => new(JsonType, null, example, typeof(T));
}

/// <param name="Status">2xx, or a refusal that is no problem+json.</param>
/// <param name="Description">A sentence.</param>
/// <param name="Content">Null when there is no body.</param>
public sealed record ApiAnswer(int Status, string Description, ApiContent? Content = null)
{
    /// <summary>The header fields by their names, with a sentence each.</summary>
    public IReadOnlyList<ApiHeader> Headers { get; init; } = [];

    public static ApiAnswer Json<T>(int status, string description, JsonNode? example = null) =>
        new(status, description, ApiContent.Json<T>(example));

    public static ApiAnswer Text(int status, string description, string mediaType = "text/plain", string? example = null) =>
        new(status, description, new(mediaType, Shapes.Text(), example));
}

/// <param name="Name">As it is sent.</param>
/// <param name="Description">A sentence.</param>
/// <param name="Schema">Its values.</param>
public sealed record ApiHeader(string Name, string Description, OpenApiSchema Schema);
