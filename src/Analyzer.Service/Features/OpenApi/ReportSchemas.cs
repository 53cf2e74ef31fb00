using System.Text.Json;
using Analyzer.Core;
using Hosting.Web.Api;
using Microsoft.AspNetCore.OpenApi;
using Microsoft.OpenApi;

namespace Analyzer.Service.Features.OpenApi;

/// <summary>Types with a JSON form of their own.</summary>
internal static class ReportSchemas
{
    public static IEnumerable<string> Verdicts => Enum.GetNames<Verdict>().Select(JsonNamingPolicy.CamelCase.ConvertName);

    public static void Describe(OpenApiOptions options)
    {
        options.CreateSchemaReferenceId = type =>
            type.Type == typeof(StoredReport) ? null : OpenApiOptions.CreateDefaultSchemaReferenceId(type);
        options.AddSchemaTransformer((schema, context, _) =>
        {
            if (context.JsonTypeInfo.Type == typeof(FileId))
            {
                schema.Type = JsonSchemaType.String;
                schema.Pattern = Shapes.Sha256().Pattern;
            }
            else if (context.JsonTypeInfo.Type == typeof(PdfKeywords))
            {
                schema.Type = JsonSchemaType.Object;
                schema.Properties = PdfKeywords.Names.ToDictionary(
                    name => name, IOpenApiSchema (_) => new OpenApiSchema { Type = JsonSchemaType.Integer, Format = "int64" });
            }

            return Task.CompletedTask;
        });
        options.AddDocumentTransformer((document, _, _) =>
        {
            // A page holds reports as stored bytes; a client reads them as reports.
            var page = document.Components!.Schemas![nameof(ReportPage)];
            ((OpenApiSchema)page.Properties!["reports"]).Items = new OpenApiSchemaReference(nameof(AnalysisReport), document);
            return Task.CompletedTask;
        });
    }
}
