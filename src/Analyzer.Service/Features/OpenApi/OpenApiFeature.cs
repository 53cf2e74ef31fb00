using System.Text.Json.Serialization;
using Analyzer.Core;
using Microsoft.OpenApi;

namespace Analyzer.Service.Features.OpenApi;

/// <summary>/openapi/v1.json, made from the endpoints; the types with a JSON form of their own are described by hand.</summary>
internal static class OpenApiFeature
{
    public static void AddOpenApiDocument(this IServiceCollection services)
    {
        services.ConfigureHttpJsonOptions(options => 
        {
            options.SerializerOptions.NumberHandling = JsonNumberHandling.Strict;
            options.SerializerOptions.TypeInfoResolverChain.Insert(0, ReportJson.Wire);
        });
        services.AddOpenApi("v1", options =>
        {
            options.AddDocumentTransformer((document, _, _) =>
            {
                document.Info = new OpenApiInfo { Title = "Analyzer", Version = "v1", Description = "Submit a file, get a verdict with its reasons, look it up by SHA-256." };
                return Task.CompletedTask;
            });
            options.AddOperationTransformer((operation, context, _) =>
            {
                if (context.Description.ActionDescriptor.EndpointMetadata.OfType<FileRequestBody>().Any())
                {
                    operation.RequestBody = File();
                }

                return Task.CompletedTask;
            });
            options.AddSchemaTransformer((schema, context, _) =>
            {
                if (context.JsonTypeInfo.Type == typeof(FileId))
                {
                    schema.Type = JsonSchemaType.String;
                    schema.Pattern = "^[0-9a-f]{64}$";
                }
                else if (context.JsonTypeInfo.Type == typeof(PdfKeywords))
                {
                    schema.Type = JsonSchemaType.Object;
                    schema.Properties = PdfKeywords.Names.ToDictionary(
                        name => name, IOpenApiSchema (_) => new OpenApiSchema { Type = JsonSchemaType.Integer, Format = "int64" });
                }

                return Task.CompletedTask;
            });
        });
    }

    private static OpenApiRequestBody File()
    {
        var bytes = new OpenApiSchema { Type = JsonSchemaType.String, Format = "binary" };
        var form = new OpenApiSchema
        {
            Type = JsonSchemaType.Object,
            Properties = new Dictionary<string, IOpenApiSchema> { ["file"] = bytes },
            Required = new HashSet<string> { "file" },
        };
        return new OpenApiRequestBody
        {
            Description = "The file's bytes, under any content type; or one file in a form.",
            Required = true,
            Content = new Dictionary<string, OpenApiMediaType>
            {
                ["application/octet-stream"] = new() { Schema = bytes },
                ["multipart/form-data"] = new() { Schema = form },
            },
        };
    }

    public static void MapOpenApiDocument(this IEndpointRouteBuilder routes) => routes.MapOpenApi();
}
