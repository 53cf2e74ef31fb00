using NBomber.Contracts;
using NBomber.Contracts.Stats;
using Serilog;
using Serilog.Core;
using Serilog.Events;

namespace NBomber.Engine;

/// <summary>All scenarios of one run: init one after the other, then warm-up, then load side by side, then clean.</summary>
internal sealed class Session(NBomberContext context)
{
    public async Task<NodeStats> RunAsync()
    {
        if (SessionRules.FirstViolation(context.Scenarios) is { } violation)
        {
            throw new InvalidOperationException(violation);
        }

        await using var log = new LoggerConfiguration().MinimumLevel.Warning().WriteTo.Sink(new StandardErrorSink()).CreateLogger();
        using var stop = new CancellationTokenSource();
        var runs = context.Scenarios.Select(scenario => new ScenarioRun(scenario, log, stop)).ToArray();
        foreach (var run in runs)
        {
            await run.InitAsync();
        }

        await Task.WhenAll(runs.Select(run => run.WarmUpAsync()));
        var stats = await Task.WhenAll(runs.Select(run => run.BombAsync()));
        foreach (var run in runs)
        {
            await run.CleanAsync();
        }

        return new NodeStats
        {
            AllOkCount = stats.Sum(scenario => scenario.AllOkCount),
            AllFailCount = stats.Sum(scenario => scenario.AllFailCount),
            AllBytes = stats.Sum(scenario => scenario.AllBytes),
            NotStarted = stats.Sum(scenario => scenario.NotStarted),
        };
    }

    private sealed class StandardErrorSink : ILogEventSink
    {
        public void Emit(LogEvent logEvent)
        {
            var exception = logEvent.Exception is null ? "" : $" ({logEvent.Exception})";
            Console.Error.WriteLine($"{logEvent.Level}: {logEvent.RenderMessage()}{exception}");
        }
    }
}
