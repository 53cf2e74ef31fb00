namespace Analyzer.Service.Features.Results;

internal static class ResultsFeature
{
    public static void AddResults(this IServiceCollection services) => services.AddSingleton<ResultsHandler>();
}
