using Hosting.Lifetime;
using Microsoft.Extensions.Options;
using Sigma.Streams.Delivering;
using Sigma.Streams.Flow;
using Sigma.Streams.Reloading;
using Sigma.Streams.Settings;

namespace Sigma.Streams.Running;

/// <summary>
/// Runs the sources and the pipeline, once there are rules. On a stop the sources end first, then their results are delivered.
/// </summary>
internal sealed partial class StreamService(
    IServiceProvider services, Pipeline pipeline, RuleStore rules, IOptions<SigmaOptions> options, IHostApplicationLifetime lifetime,
    StopReason reason, ILogger<StreamService> logger) : IHostedService, IDisposable
{
    private readonly CancellationTokenSource _stop = new();
    private readonly CancellationTokenSource _abort = new();
    private Task _waiting = Task.CompletedTask;
    private Task _sources = Task.CompletedTask;
    private Task _delivering = Task.CompletedTask;

    /// <summary>Why the service has failed; null while it works.</summary>
    public string? Failure { get; private set; }

    public Task StartAsync(CancellationToken cancellationToken)
    {
        List<ISource> sources = [.. Names.SourcesOf(options.Value).Select(services.GetRequiredKeyedService<ISource>)];
        if (rules.Loaded.IsCompleted)
        {
            Begin(sources);
        }
        else
        {
            _waiting = GuardAsync(BeginLaterAsync(sources)); // the host starts, and readiness says what it waits for
        }

        return Task.CompletedTask;
    }

    public async Task StopAsync(CancellationToken cancellationToken)
    {
        await _stop.CancelAsync();
        await using var patience = cancellationToken.Register(_abort.Cancel);
        await _waiting;
        await _sources;
        pipeline.Complete();
        await _delivering;
    }

    public void Dispose()
    {
        _stop.Dispose();
        _abort.Dispose();
    }

    private async Task BeginLaterAsync(List<ISource> sources)
    {
        await rules.Loaded.WaitAsync(_stop.Token);
        Begin(sources);
    }

    private void Begin(List<ISource> sources)
    {
        pipeline.Open();
        _delivering = Task.Run(() => GuardAsync(pipeline.RunAsync(_abort.Token)), CancellationToken.None);
        _sources = Task.Run(() => RunAsync(sources), CancellationToken.None);
    }

    private async Task RunAsync(List<ISource> sources)
    {
        await Task.WhenAll(sources.Select(source => GuardAsync(source.RunAsync(pipeline, _stop.Token))));
        if (!_stop.IsCancellationRequested)
        {
            Log.AtEnd(logger);
            reason.Give("its sources are at their end");
            lifetime.StopApplication();
        }
    }

    private async Task GuardAsync(Task task)
    {
        try
        {
            await task;
        }
        catch (OperationCanceledException) when (_stop.IsCancellationRequested)
        {
            // The stop.
        }
        catch (Exception exception)
        {
            // Nothing undelivered was committed, so that a new start continues where this one ends.
            Failure ??= exception.Message; // the first: others may follow from it
            Log.Failed(logger, exception);
            Environment.ExitCode = ExitCode.NotDone;
            reason.Give($"it cannot continue: {exception.Message}");
            lifetime.StopApplication();
        }
    }

    private static partial class Log
    {
        [LoggerMessage(20, LogLevel.Information, "All sources have ended: the service stops.")]
        public static partial void AtEnd(ILogger logger);

        [LoggerMessage(21, LogLevel.Critical, "The service has failed, and stops.")]
        public static partial void Failed(ILogger logger, Exception exception);
    }
}
