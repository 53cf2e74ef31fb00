using Load.Measuring;
using Load.Stack;
using Load.Stack.Chaos;

namespace Load.Systems.Stack.Faults;

/// <summary>
/// One fault strikes each process of the stack in turn, while files come. Counted are the acknowledged files; each thing that is missing
/// after a fault is one that failed.
/// </summary>
internal sealed class FaultCounter(RunningStack stack, StackFault fault, bool isBrief) : IWorkCounter
{
    public const string Rounds = "faults";
    public const string Lost = "lost";
    public const string Healed = "healed s";

    private readonly ChaosRun _chaos = new(stack, TextWriter.Null);
    private IReadOnlyList<string> _last = [];

    public Task<WorkCount> ReadAsync(CancellationToken cancellationToken)
    {
        string[] missing = [.. _chaos.Rounds.SelectMany(round => round.Missing), .. _last];
        return Task.FromResult(new WorkCount(_chaos.Taken, Failed: missing.Length)
        {
            Faults = missing.CountBy(text => text).ToDictionary(),
            Figures = _chaos.Rounds.Count == 0 ? new Dictionary<string, double>() : new()
            {
                [Rounds] = _chaos.Rounds.Count,
                [Lost] = missing.Length,
                [Healed] = _chaos.Rounds.Max(round => round.Healed.TotalSeconds),
            },
        });
    }

    /// <summary>However long that takes; nothing is struck in a warm-up, which does not come here.</summary>
    public async Task PassAsync(TimeSpan length, TimeProvider time, CancellationToken cancellationToken)
    {
        var plan = ChaosPlan.InTurn(stack.Processes, fault);
        _last = await _chaos.RunAsync(isBrief ? plan.Take(1) : plan, TimeSpan.MaxValue, cancellationToken);
        cancellationToken.ThrowIfCancellationRequested();
    }

    public ValueTask DisposeAsync()
    {
        _chaos.Dispose();
        return ValueTask.CompletedTask;
    }
}
