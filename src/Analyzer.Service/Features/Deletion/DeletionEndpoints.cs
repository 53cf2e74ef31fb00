using Analyzer.Contract;
using Analyzer.Service.Features.OpenApi;
using Analyzer.Service.Features.Reports;
using Hosting.Access;
using Hosting.Errors;
using Hosting.Listeners;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Options;

namespace Analyzer.Service.Features.Deletion;

/// <summary>The REST edge of <see cref="DeletionHandler"/>.</summary>
internal static class DeletionEndpoints
{
    public static void AddDeletion(this IServiceCollection services)
    {
        services.AddOptions<ReportLifetime>()
            .Configure<IOptions<DeletionOptions>>((lifetime, deletion) => lifetime.Ends |= deletion.Value.Deletion);
        services.TryAddSingleton<DeletionHandler>();
    }

    public static void MapDeletion(this IEndpointRouteBuilder routes)
    {
        var handler = routes.ServiceProvider.GetRequiredService<DeletionHandler>();
        routes.MapDelete(Routes.File, (string sha256, HttpContext context) => DeleteAsync(sha256, handler, context))
            .RequireScope(Scopes.Admin).DescribeAction(AnalyzerApi.Delete);
    }

    private static async Task<IResult> DeleteAsync(string sha256, DeletionHandler handler, HttpContext context)
    {
        var deleted = await handler.DeleteAsync(sha256, context.Request.RestTransport());
        return deleted.IsError(out var error, out _) ? error.ToProblem(context) : TypedResults.NoContent();
    }
}
