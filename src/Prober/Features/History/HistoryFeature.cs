using Microsoft.Extensions.Options;
using Prober.Features.History.Storage;
using Prober.Features.Settings;

namespace Prober.Features.History;

internal static class HistoryFeature
{
    public static void AddHistory(this IServiceCollection services)
    {
        services.AddSingleton(provider =>
        {
            var options = provider.GetRequiredService<IOptions<ProberOptions>>().Value;
            return HistoryFile.Open(
                new() { Path = PathIn(options.DataDirectory), MaxBytes = options.MaxHistoryBytes },
                provider.GetRequiredService<TimeProvider>());
        });
        services.AddSingleton<TimelineArchive>();
        services.AddSingleton<HistoryKeeper>();
        services.AddHostedService(provider => provider.GetRequiredService<HistoryKeeper>());
        services.AddHostedService<HistoryRetention>();
        services.AddHealthChecks().AddCheck<HistoryHealthCheck>("history");
    }

    public static string PathIn(string folder) => Path.Combine(folder, "prober.db");
}
