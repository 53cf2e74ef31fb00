namespace Analyzer.Service.Features.Grpc;

internal static class GrpcFeature
{
    public static void AddAnalyzerGrpc(this IServiceCollection services)
    {
        services.AddGrpc();
        services.AddGrpcHealthChecks();
        services.AddGrpcReflection();
    }

    public static void MapAnalyzerGrpc(this IEndpointRouteBuilder routes)
    {
        routes.MapGrpcService<AnalyzerGrpcService>();
        routes.MapGrpcHealthChecksService();
        routes.MapGrpcReflectionService();
    }
}
