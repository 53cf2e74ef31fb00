using System.Globalization;
using System.Text.Json.Nodes;
using Microsoft.OpenApi;

namespace Hosting.Web.Api;

/// <summary>The values that parameters and bodies have, as JSON Schema.</summary>
public static class Shapes
{
    /// <summary>Go's form, which EaseProbe and Prometheus have too.</summary>
    private const string DurationPattern = @"^([0-9]+(\.[0-9]+)?(ns|us|µs|ms|s|m|h))+$";

    public static OpenApiSchema Text(int? maxLength = null, string? pattern = null, int? minLength = null) =>
        new() { Type = JsonSchemaType.String, MaxLength = maxLength, MinLength = minLength, Pattern = pattern };

    public static OpenApiSchema Flag(bool? absent = null) => new() { Type = JsonSchemaType.Boolean, Default = absent };

    /// <param name="least">The smallest value.</param>
    /// <param name="most">The largest; null when nothing but its type bounds it.</param>
    /// <param name="absent">The value of an absent one; null for none.</param>
    public static OpenApiSchema Whole(long least, long? most = null, long? absent = null) => new()
    {
        Type = JsonSchemaType.Integer,
        Format = most is <= int.MaxValue ? "int32" : "int64",
        Minimum = least.ToString(CultureInfo.InvariantCulture),
        Maximum = most?.ToString(CultureInfo.InvariantCulture),
        Default = absent,
    };

    public static OpenApiSchema Number(double least, double most) => new()
    {
        Type = JsonSchemaType.Number,
        Format = "double",
        Minimum = least.ToString(CultureInfo.InvariantCulture),
        Maximum = most.ToString(CultureInfo.InvariantCulture),
    };

    public static OpenApiSchema OneOf(params IEnumerable<string> values) =>
        new() { Type = JsonSchemaType.String, Enum = [.. values.Select(JsonNode (value) => JsonValue.Create(value))] };

    /// <summary>RFC 3339.</summary>
    public static OpenApiSchema Instant() => new() { Type = JsonSchemaType.String, Format = "date-time" };

    /// <summary>Such as <c>1h30m</c>.</summary>
    public static OpenApiSchema Duration() => Text(maxLength: 50, pattern: DurationPattern);

    /// <summary>64 hex digits.</summary>
    public static OpenApiSchema Sha256(bool lowerCase = true) =>
        Text(pattern: lowerCase ? "^[0-9a-f]{64}$" : "^[0-9A-Fa-f]{64}$");

    /// <summary>The format of bytes as they are.</summary>
    public const string Binary = "binary";

    /// <summary>Bytes as they are. OpenAPI 3.1 needs no schema for them; generators of 3.0 read the format.</summary>
    public static OpenApiSchema Bytes() => new() { Type = JsonSchemaType.String, Format = Binary };

    /// <param name="required">The names that have to be there.</param>
    /// <param name="properties">By name.</param>
    public static OpenApiSchema Record(IEnumerable<string> required, params IEnumerable<(string Name, OpenApiSchema Schema)> properties) =>
        new()
        {
            Type = JsonSchemaType.Object,
            Properties = properties.ToDictionary(pair => pair.Name, IOpenApiSchema (pair) => pair.Schema),
            Required = required.ToHashSet(),
        };

    public static OpenApiSchema Array(OpenApiSchema items) => new() { Type = JsonSchemaType.Array, Items = items };

    public static OpenApiSchema Described(this OpenApiSchema schema, string description)
    {
        schema.Description = description;
        return schema;
    }
}
