using System.Text.Json.Serialization;
using Analyzer.Contract;
using Analyzer.Core;
using Hosting.Uploads;
using Microsoft.AspNetCore.OpenApi;
using Microsoft.OpenApi;

namespace Analyzer.Service.Features.OpenApi;

/// <summary>
/// The description of the REST interface, made from the endpoints; types with their own JSON form are described by hand.
/// </summary>
internal static class OpenApiFeature
{
    public const string DocumentName = "v1";

    public static void AddOpenApiDocument(this IServiceCollection services)
    {
        services.ConfigureHttpJsonOptions(options =>
        {
            options.SerializerOptions.NumberHandling = JsonNumberHandling.Strict;
            options.SerializerOptions.TypeInfoResolverChain.Insert(0, ReportJson.Wire);
        });
        services.AddOpenApi(DocumentName, options =>
        {
            options.AddDocumentTransformer((document, _, _) =>
            {
                document.Info = new OpenApiInfo
                {
                    Title = "Analyzer",
                    Version = "v1",
                    Description = "Submit a file, get a verdict with its reasons, look it up by SHA-256.",
                };
                DescribePage(document);
                document.Servers = null; // the server of the document: the service, or a gateway in front of it
                return Task.CompletedTask;
            });
            options.AddOperationTransformer((operation, context, _) =>
            {
                if (context.Description.ActionDescriptor.EndpointMetadata.OfType<FileRequestBody>().Any())
                {
                    operation.RequestBody = File();
                    operation.Parameters = [.. operation.Parameters ?? [], Password()];
                }

                return Task.CompletedTask;
            });
            options.CreateSchemaReferenceId = type =>
                type.Type == typeof(StoredReport) ? null : OpenApiOptions.CreateDefaultSchemaReferenceId(type);
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

    /// <summary>A page holds reports as stored bytes; a client reads them as reports.</summary>
    private static void DescribePage(OpenApiDocument document)
    {
        var page = document.Components!.Schemas![nameof(ReportPage)];
        ((OpenApiSchema)page.Properties!["reports"]).Items = new OpenApiSchemaReference(nameof(AnalysisReport), document);
    }

    private static OpenApiParameter Password() => new()
    {
        Name = WireNames.PasswordHeader,
        In = ParameterLocation.Header,
        Description = "Opens the file, or what lies in it: as it is, or beyond ASCII as RFC 8187 spells it. It is not logged or stored.",
        Schema = new OpenApiSchema { Type = JsonSchemaType.String },
    };

    private static OpenApiRequestBody File()
    {
        var bytes = new OpenApiSchema { Type = JsonSchemaType.String, Format = "binary" };
        var form = new OpenApiSchema
        {
            Type = JsonSchemaType.Object,
            Properties = new Dictionary<string, IOpenApiSchema>
            {
                [SentPassword.Field] = new OpenApiSchema
                {
                    Type = JsonSchemaType.String,
                    MaxLength = SentPassword.MaxBytes,
                    Description = "Opens the file. The field comes before the file.",
                },
                ["file"] = bytes,
            },
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

}

/// <summary>
/// Marks an endpoint whose request body is a file. Not <c>Accepts()</c>: that would refuse other content types, and a file is
/// taken under any, curl's default among them.
/// </summary>
internal sealed class FileRequestBody
{
    public static FileRequestBody Instance { get; } = new();
}
