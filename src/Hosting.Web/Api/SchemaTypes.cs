using System.Text.Json;
using System.Text.Json.Serialization;
using Microsoft.AspNetCore.OpenApi;
using Microsoft.OpenApi;

namespace Hosting.Web.Api;

/// <summary>
/// Enumerations and numbers that are written as text say that they are text. .NET gives the first no type, and the second two: a generator
/// of clients that knows one type only takes both for numbers (NSwag).
/// </summary>
internal static class SchemaTypes
{
    public static Task Add(OpenApiSchema schema, OpenApiSchemaTransformerContext context, CancellationToken cancellationToken)
    {
        if (schema is { Type: null, Enum: { Count: > 0 } values } && values.All(value => value.GetValueKind() == JsonValueKind.String))
        {
            schema.Type = JsonSchemaType.String;
        }
        else if (context.JsonPropertyInfo?.NumberHandling?.HasFlag(JsonNumberHandling.WriteAsString) ?? false)
        {
            (schema.Type, schema.Format) = (JsonSchemaType.String, null);
        }

        return Task.CompletedTask;
    }
}
