using Hosting.Uploads;
using Hosting.Web;
using Hosting.Web.Api;
using Microsoft.Extensions.Options;
using Sigma.Streams.Alerts;
using Sigma.Streams.Editing;
using Sigma.Streams.Settings;
using Sigma.Streams.Sources;

namespace Sigma.Streams.Serving;

internal static class WebFeature
{
    private const long MaxBoardBytes = 64 << 20;

    public static void AddWeb(this IServiceCollection services)
    {
        services.AddBodyRoom<SigmaLimits>(RoomOf);
        services.AddApi(ServingApi.Document);
        services.AddSingleton<RuleViews>();
        services.AddSingleton<RuleEditor>();
        services.AddSingleton<RuleTrial>();
        services.AddHealthChecks().AddCheck<StreamHealthCheck>("streams");
        services.AddSingleton(provider =>
            new AlertBoard(provider.GetRequiredService<IOptions<SigmaLimits>>().Value.MaxAlerts, MaxBoardBytes));
    }

    public static void MapWeb(this WebApplication app)
    {
        if (Names.SourcesOf(app.Services.GetRequiredService<IOptions<SigmaOptions>>().Value).Contains(HttpSource.Name))
        {
            app.MapEvents();
        }

        app.MapAlerts();
        app.MapRules();
        app.MapEditing();
        app.MapGroup();
        app.MapApi();
        app.MapPages(typeof(WebFeature).Assembly);
    }

    private static BodyRoom RoomOf(SigmaLimits limits) => new(limits.MaxBytesInFlight, limits.MaxBodyBytes, EventsEndpoint.Full);
}
