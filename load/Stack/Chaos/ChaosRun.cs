using System.Diagnostics;
using System.Net;
using Load.Machine;

namespace Load.Stack.Chaos;

/// <summary>
/// Faults, one after the other, while files come. After each, everything that was acknowledged has to be there: its report, its audit line
/// with a proof, and the alert about a malicious one, once.
/// </summary>
internal sealed class ChaosRun(RunningStack stack, int seed, TextWriter output) : IDisposable
{
    /// <summary>On a busy machine a start takes long; what is not there by then is lost.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);

    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(100);

    private readonly HttpClient _http = new() { Timeout = TimeSpan.FromSeconds(10) };
    private readonly Uri _gateway = new($"http://127.0.0.1:{stack.Ports.Gateway.Http}");
    private readonly JournalTrail _trail = new(stack.Paths);
    private readonly ProberTimeline _outages = new(new($"http://127.0.0.1:{stack.Ports.Prober}"));
    private readonly List<AcknowledgedFile> _open = [];
    private readonly List<ChaosRound> _rounds = [];

    private int _taken;

    /// <param name="rounds">The most faults.</param>
    /// <param name="time">After which no fault begins.</param>
    /// <param name="stop">Ends it after the fault under way.</param>
    /// <returns>Whether nothing was lost.</returns>
    public async Task<bool> RunAsync(int rounds, TimeSpan time, CancellationToken stop)
    {
        var random = new Random(seed);
        using var submissions = new Submissions(_gateway);
        using var sent = CancellationTokenSource.CreateLinkedTokenSource(stop);
        var sending = submissions.RunAsync(sent.Token);
        await output.WriteLineAsync($"Faults by seed {seed}; a file each 100 ms, every fourth malicious.");
        try
        {
            for (var (number, begin) = (1, Stopwatch.GetTimestamp()); number <= rounds && Stopwatch.GetElapsedTime(begin) < time; number++)
            {
                var round = await RunRoundAsync(number, random, submissions, stop);
                _rounds.Add(round);
                await output.WriteLineAsync($"{round}");
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

        IReadOnlyList<string> last = stop.IsCancellationRequested ? [] : await MissingAsync(submissions, stop); // what came since
        await EndAsync(submissions, last);
        return last.Count == 0 && _rounds.TrueForAll(round => round.Missing.Count == 0);
    }

    public void Dispose()
    {
        _http.Dispose();
        _outages.Dispose();
    }

    private async Task<ChaosRound> RunRoundAsync(int number, Random random, Submissions submissions, CancellationToken stop)
    {
        var fault = StackFault.All[random.Next(StackFault.All.Count)];
        var member = stack.Members[random.Next(stack.Members.Count)];
        await Task.Delay(TimeSpan.FromSeconds(1 + random.NextDouble()), stop);
        var began = TimeProvider.System.GetUtcNow();
        await fault.StrikeAsync(member, stop);
        var over = Stopwatch.GetTimestamp();
        var ended = await HealAsync(member, submissions, stop);
        var healed = Stopwatch.GetElapsedTime(over);
        var missing = await MissingAsync(submissions, stop);
        if (!await _outages.HasAsync(member.Member.Name, began, ended, stop))
        {
            missing = [.. missing, $"the outage of {member.Member.Name} on the prober's timeline"];
        }

        return new(
            number, fault.Name, member.Member.Name, healed, submissions.Acknowledged.Count, submissions.Refused, missing);
    }

    /// <summary>Until all are ready, and a file that begins now is acknowledged.</summary>
    /// <returns>When the one that was struck was ready.</returns>
    private async Task<DateTimeOffset> HealAsync(SupervisedMember struck, Submissions submissions, CancellationToken stop)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(stop);
        patience.CancelAfter(Patience);
        try
        {
            await Task.Delay(Look, patience.Token); // a process that was told to end is ready for a moment yet
            await BecomeReadyAsync(struck, patience.Token);
            var ended = TimeProvider.System.GetUtcNow();
            foreach (var member in stack.Members)
            {
                await BecomeReadyAsync(member, patience.Token);
            }

            await submissions.AcknowledgeOneAsync(patience.Token);
            return ended;
        }
        catch (OperationCanceledException) when (!stop.IsCancellationRequested)
        {
            throw new LabException($"The stack is not ready {Patience.TotalSeconds:0} s after a fault.", LabExitCode.Failed);
        }
    }

    private async Task BecomeReadyAsync(SupervisedMember member, CancellationToken cancellationToken)
    {
        while (member.Member.Ready is { } ready && !await IsReadyAsync(ready, cancellationToken))
        {
            await Task.Delay(Look, cancellationToken);
        }
    }

    private async Task<bool> IsReadyAsync(Uri ready, CancellationToken cancellationToken)
    {
        try
        {
            using var answer = await _http.GetAsync(ready, cancellationToken);
            return answer.StatusCode == HttpStatusCode.OK;
        }
        catch (Exception exception) when (exception is HttpRequestException
            || (exception is TaskCanceledException && !cancellationToken.IsCancellationRequested))
        {
            return false;
        }
    }

    /// <summary>Waits until everything is there about the files that were acknowledged by now, and says what is not.</summary>
    private async Task<IReadOnlyList<string>> MissingAsync(Submissions submissions, CancellationToken stop)
    {
        var known = submissions.Acknowledged.ToList();
        _open.AddRange(known[_taken..]);
        _taken = known.Count;
        var begin = Stopwatch.GetTimestamp();
        List<string> missing;
        do
        {
            await Task.Delay(TimeSpan.FromSeconds(1), stop);
            await _trail.ReadAsync(stop);
            missing = [.. _open.Select(MissingOf).OfType<string>()];
        }
        while (missing.Count > 0 && Stopwatch.GetElapsedTime(begin) < Patience);

        foreach (var file in _open)
        {
            while (!await IsReadyAsync(new Uri(_gateway, $"/v1/files/{file.Sha256}"), stop))
            {
                if (Stopwatch.GetElapsedTime(begin) > Patience)
                {
                    missing.Add($"the report of {file.Sha256}");
                    break;
                }

                await Task.Delay(Look, stop);
            }
        }

        if (_open.Count > 0 && _trail.AuditedAt(_open[^1].Trace) is { } sequence)
        {
            await _trail.ProveAsync(sequence, stop);
        }

        _open.Clear();
        return missing;
    }

    private string? MissingOf(AcknowledgedFile file) => _trail.AuditedAt(file.Trace) is null ? $"the audit line of {file.Sha256}"
        : file.IsMalicious && _trail.AlertsOf(file.Trace) != 1 ? $"{_trail.AlertsOf(file.Trace)} alerts about {file.Sha256}"
        : null;

    private async Task EndAsync(Submissions submissions, IReadOnlyList<string> last)
    {
        await _trail.VerifyAsync(CancellationToken.None);
        var healed = _rounds.Select(round => round.Healed.TotalSeconds).Order().ToList();
        await output.WriteLineAsync(
            $"{_rounds.Count} faults, {submissions.Acknowledged.Count} files acknowledged, {_taken} of them looked for, "
            + $"{submissions.Refused} not; {_rounds.Sum(round => round.Missing.Count) + last.Count} lost; the journal verifies."
            + (last.Count > 0 ? $" LOST at the end: {string.Join("; ", last)}." : "")
            + (healed.Count > 0 ? $" Healed after {healed[healed.Count / 2]:0.0} s (median), at most {healed[^1]:0.0} s." : ""));
        foreach (var kind in _rounds.GroupBy(round => (round.Member, round.Fault)).OrderBy(kind => kind.Key))
        {
            await output.WriteLineAsync(
                $" {kind.Key.Member,-11} {kind.Key.Fault,-13} {kind.Count(),3} times, healed after at most "
                + $"{kind.Max(round => round.Healed.TotalSeconds):0.0} s, {kind.Sum(round => round.Missing.Count)} lost");
        }
    }
}
