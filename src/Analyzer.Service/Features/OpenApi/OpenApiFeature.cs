using Analyzer.Core;
using Hosting.Web.Api;

namespace Analyzer.Service.Features.OpenApi;

internal static class OpenApiFeature
{
    public static void AddOpenApiDocument(this IServiceCollection services)
    {
        services.ConfigureHttpJsonOptions(options => options.SerializerOptions.TypeInfoResolverChain.Insert(0, ReportJson.Wire));
        services.AddApi(AnalyzerApi.Document);
    }
}
