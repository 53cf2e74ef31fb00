using System.Diagnostics;
using Load.Machine;

namespace Load.Stack.Chaos;

/// <summary>
/// Faults, one after the other, while files come. After each, everything that was acknowledged has to be there
/// (<see cref="AcknowledgedEvidence"/>), and the prober has to have seen the outage.
/// </summary>
internal sealed class ChaosRun : IDisposable
{
    /// <summary>The prober has asked everything once more.</summary>
    private static readonly TimeSpan Margin = TimeSpan.FromSeconds(1.5);

    private readonly RunningStack _stack;
    private readonly TextWriter _output;
    private readonly Submissions _submissions;
    private readonly StackHealing _healing;
    private readonly AcknowledgedEvidence _evidence;
    private readonly ProberTimeline _prober;
    private readonly List<ChaosRound> _rounds = [];

    public ChaosRun(RunningStack stack, TextWriter output)
    {
        var gateway = stack.Ports.GatewayAddress;
        (_stack, _output, _submissions, _evidence) = (stack, output, new(gateway), new(stack.Paths, gateway));
        (_healing, _prober) = (new(stack, _submissions), new(new($"http://127.0.0.1:{stack.Ports.Prober}")));
    }

    public IReadOnlyList<ChaosRound> Rounds => _rounds;

    /// <summary>Files that were acknowledged, and looked for.</summary>
    public int Taken => _evidence.Taken;

    /// <param name="plan">The faults.</param>
    /// <param name="time">After which no fault begins.</param>
    /// <param name="stop">Ends it after the fault under way.</param>
    /// <returns>What was missing at the end, beside what the rounds say.</returns>
    /// <exception cref="LabException">The stack did not heal, or the journal is damaged.</exception>
    public async Task<IReadOnlyList<string>> RunAsync(
        IEnumerable<(StackFault Fault, IStackProcess Struck)> plan, TimeSpan time, CancellationToken stop)
    {
        using var sent = CancellationTokenSource.CreateLinkedTokenSource(stop);
        var sending = _submissions.RunAsync(sent.Token);
        var begin = Stopwatch.GetTimestamp();
        try
        {
            foreach (var (fault, struck) in plan)
            {
                if (Stopwatch.GetElapsedTime(begin) >= time)
                {
                    break;
                }

                var round = await RunRoundAsync(fault, struck, stop);
                _rounds.Add(round);
                await _output.WriteLineAsync($"{round}");
            }
        }
        catch (OperationCanceledException) when (stop.IsCancellationRequested)
        {
            // The rounds until now count.
        }
        finally
        {
            await sent.CancelAsync();
            await sending;
        }

        IReadOnlyList<string> last =
            stop.IsCancellationRequested ? [] : await _evidence.MissingAsync(_submissions, stop); // what came since
        var twice = await _evidence.ToldTwiceAsync(_submissions, CancellationToken.None);
        await _evidence.VerifyAsync(CancellationToken.None);
        return [.. last, .. twice];
    }

    /// <summary>What became of all rounds.</summary>
    /// <param name="last">What <see cref="RunAsync"/> has returned.</param>
    public Task ReportAsync(IReadOnlyList<string> last) => ChaosReport.WriteAsync(
        _rounds, last,
        $"{_submissions.Acknowledged.Count} files acknowledged, {_evidence.Taken} of them looked for, {_evidence.Proven} records proven, "
            + $"{_submissions.Refused} not acknowledged",
        _output);

    public void Dispose()
    {
        _submissions.Dispose();
        _healing.Dispose();
        _evidence.Dispose();
        _prober.Dispose();
    }

    private async Task<ChaosRound> RunRoundAsync(StackFault fault, IStackProcess struck, CancellationToken stop)
    {
        await Task.Delay(Margin, stop);
        var began = TimeProvider.System.GetUtcNow();
        await fault.StrikeAsync(struck, stop);
        var (healed, back) = await _healing.WaitAsync(struck, stop);
        var missing = await _evidence.MissingAsync(_submissions, stop);
        await struck.BecomeWholeAsync(stop);
        var seen = await SeenAsync(fault, struck, began, back, stop);
        return new(
            _rounds.Count + 1, fault.Name, struck.Name, healed, back - began,
            seen?.ProblemOf(back - began) is { } problem ? [.. missing, problem] : missing)
        {
            Seen = seen,
            Acknowledged = _submissions.Acknowledged.Count,
            Refused = _submissions.Refused,
        };
    }

    /// <returns>Null where nobody watches.</returns>
    private async Task<SeenOutage?> SeenAsync(
        StackFault fault, IStackProcess struck, DateTimeOffset began, DateTimeOffset back, CancellationToken stop)
    {
        if (struck.WatchedAs is not { } kind || (fault == StackFault.Stop && !struck.ShowsPause))
        {
            return null;
        }

        var to = back + Margin;
        if (to - TimeProvider.System.GetUtcNow() is { Ticks: > 0 } early)
        {
            await Task.Delay(early + Margin, stop);
        }

        return await _prober.OutageAsync(kind, struck.Name, began - Margin, to, stop);
    }
}
