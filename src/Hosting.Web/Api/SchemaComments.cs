using System.Reflection;
using Hosting.Settings;
using Microsoft.AspNetCore.OpenApi;
using Microsoft.OpenApi;

namespace Hosting.Web.Api;

/// <summary>The comments of types and properties in the code describe their schemas.</summary>
internal static class SchemaComments
{
    public static Task Add(OpenApiSchema schema, OpenApiSchemaTransformerContext context, CancellationToken cancellationToken)
    {
        if (context.JsonPropertyInfo?.AttributeProvider is PropertyInfo property)
        {
            schema.Description ??= NullIfEmpty(DocComments.Of(property));
        }

        return Task.CompletedTask;
    }

    private static string? NullIfEmpty(string text) => text.Length == 0 ? null : text;
}
