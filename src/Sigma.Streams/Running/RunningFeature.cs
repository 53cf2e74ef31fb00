using Microsoft.Extensions.Options;
using Sigma.Streams.Correlating;
using Sigma.Streams.Delivering;
using Sigma.Streams.Flow;
using Sigma.Streams.Judging;
using Sigma.Streams.Kafka;
using Sigma.Streams.Metrics;
using Sigma.Streams.Reloading;
using Sigma.Streams.Settings;
using Sigma.Streams.Sinks;

namespace Sigma.Streams.Running;

internal static class RunningFeature
{
    public static void AddStreams(this IServiceCollection services)
    {
        services.AddSingleton<IValidateOptions<SigmaOptions>, Names>();
        services.AddSingleton<SigmaMetrics>();
        services.AddSingleton<RuleCounts>();
        services.AddSingleton<Judge>();
        services.AddSingleton<EventInputs>();
        services.AddSingleton<RuleStore>();
        services.AddSingleton<LocalCorrelating>();
        services.AddSingleton<ICorrelating>(provider => provider.GetRequiredService<KafkaMatches>().IsUsed
            ? new KafkaCorrelating(provider.GetRequiredService<KafkaMatches>())
            : provider.GetRequiredService<LocalCorrelating>());
        services.AddSingleton(provider => new Throttle(
            provider.GetRequiredService<IOptions<SigmaOptions>>().Value.Throttle,
            provider.GetRequiredService<IOptions<SigmaLimits>>().Value.MaxThrottled,
            provider.GetRequiredService<IOptions<SigmaLimits>>().Value.MaxThrottledBytes,
            provider.GetRequiredService<TimeProvider>(),
            provider.GetRequiredService<SigmaMetrics>()));
        services.AddSingleton(provider => new SinkLanes(
            [.. Names.SinksOf(provider.GetRequiredService<IOptions<SigmaOptions>>().Value)
                .Select(name => Lane(provider, name, provider.GetRequiredKeyedService<ISink>(name)))],
            Lane(provider, DeadLetterFile.Name, provider.GetRequiredService<DeadLetterFile>()),
            Lane(provider, ThrottleFile.Name, provider.GetRequiredService<ThrottleFile>())));
        services.AddSingleton<ThrottleFile>();
        services.AddSingleton<Pipeline>();
        services.AddSingleton<StreamService>();

        // In this order, so that there are rules before the first record.
        services.AddSingleton<RuleFolderService>();
        services.AddSingleton<IRuleHome>(provider => provider.GetRequiredService<RuleFolderService>());
        services.AddHostedService(provider => provider.GetRequiredService<RuleFolderService>());
        services.AddHostedService(provider => provider.GetRequiredService<StreamService>());
    }

    /// <summary>Exports counts that other objects keep.</summary>
    public static void UseStreams(this WebApplication app)
    {
        var metrics = app.Services.GetRequiredService<SigmaMetrics>();
        var correlating = app.Services.GetRequiredService<ICorrelating>();
        var rules = app.Services.GetRequiredService<RuleStore>();
        var pipeline = app.Services.GetRequiredService<Pipeline>();
        metrics.Know<TimeOrigin>(
            [.. Names.SinksOf(app.Services.GetRequiredService<IOptions<SigmaOptions>>().Value), DeadLetterFile.Name, ThrottleFile.Name]);
        metrics.Watch("sigma_matches_total", "Matches by rule; for a correlation, how often it fired.", "rule",
            () => app.Services.GetRequiredService<RuleCounts>().All);
        metrics.Measure("sigma_rules", "Documents of rules by their state.", "state", () => rules.States);
        metrics.Measure("sigma_queue_batches", "Batches that wait for their delivery.", () => pipeline.Queued);
        metrics.Measure("sigma_lag_seconds", "How long ago the last matching event happened.", () => pipeline.Lag.TotalSeconds);
        metrics.Measure("sigma_correlation_groups", "Groups of all correlations.", () => correlating.Counts.Groups);
        metrics.Measure("sigma_correlation_bytes", "Memory of all groups, roughly.", () => correlating.Counts.Bytes);
        metrics.Measure("sigma_match_log_bytes", "Size of the match log.", () => correlating.Counts.LogBytes);
        metrics.Watch("sigma_late_total", "Matches that arrived after the end of their windows.", () => correlating.Counts.Late);
        metrics.Watch("sigma_incomplete_total", "Matches without a field that a correlation groups by or counts.",
            () => correlating.Counts.Incomplete);
        metrics.Watch("sigma_evicted_total", "Groups that were forgotten because of a limit.", () => correlating.Counts.Evicted);
        metrics.Watch("sigma_overflowed_total", "Matches that full groups forgot, if their condition may need them.",
            () => correlating.Counts.Overflowed);
    }

    private static SinkLane Lane(IServiceProvider provider, string name, ISink sink) =>
        ActivatorUtilities.CreateInstance<SinkLane>(provider, name, sink);
}
