using System.Diagnostics;
using Load.Measuring;
using Load.Stack.Chaos;
using Load.Statistics;
using Load.Systems.Stack.Processes;

namespace Load.Systems.Stack.Feeds;

/// <summary>
/// Submits malicious files at an even pace, and times from the answer to the proven record and to the alert. One of which either is missing
/// at the end has failed; it counts in the times with all the time that it was given.
/// </summary>
internal sealed class EvidenceCounter : IWorkCounter
{
    /// <summary>So few that no file waits for another one.</summary>
    public const int PerSecond = 5;

    public const string ProvenMedian = "proven p50 ms";
    public const string ProvenTail = "proven p99 ms";
    public const string AlertMedian = "alert p50 ms";
    public const string AlertTail = "alert p99 ms";

    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(1);
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(20);

    private readonly EvidenceFeed _feed;
    private readonly Submissions _submissions;
    private bool _isOver;

    private EvidenceCounter(EvidenceFeed feed, Submissions submissions) => (_feed, _submissions) = (feed, submissions);

    public static async Task<IWorkCounter> BeginAsync(ISystemUnderTest system, CancellationToken cancellationToken)
    {
        var stack = ((MeasuredStack)system).Stack;
        var submissions = new Submissions(stack.Ports.GatewayAddress) { MaliciousEvery = 1, Rate = PerSecond };
        var counter = new EvidenceCounter(EvidenceFeed.Start(stack), submissions);
        try
        {
            await submissions.AcknowledgeOneAsync(cancellationToken); // both feeds run when it has come through them
            await counter.UntilToldAsync(cancellationToken);
            submissions.Forget();
            return counter;
        }
        catch
        {
            await counter.DisposeAsync();
            throw;
        }
    }

    public Task<WorkCount> ReadAsync(CancellationToken cancellationToken) => Task.FromResult(
        _isOver ? CountOf([.. _submissions.Acknowledged], _feed.Proven, _feed.Alerts, _submissions.Refused) : new WorkCount(0));

    public async Task PassAsync(TimeSpan length, TimeProvider time, CancellationToken cancellationToken)
    {
        using var over = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        over.CancelAfter(length);
        await _submissions.RunAsync(over.Token);
        cancellationToken.ThrowIfCancellationRequested();
        await UntilToldAsync(cancellationToken);
        _isOver = true;
    }

    public async ValueTask DisposeAsync()
    {
        _submissions.Dispose();
        await _feed.DisposeAsync();
    }

    private async Task UntilToldAsync(CancellationToken cancellationToken)
    {
        var begin = Stopwatch.GetTimestamp();
        while (!_submissions.Acknowledged.All(file => IsTold(file, _feed.Proven, _feed.Alerts))
            && Stopwatch.GetElapsedTime(begin) < Patience)
        {
            await Task.Delay(Look, cancellationToken);
        }
    }

    private static bool IsTold(AcknowledgedFile file, EvidenceArrivals proofs, EvidenceArrivals alerts) =>
        proofs.Of(file.Trace) is not null && alerts.Of(file.Trace) is not null;

    internal static WorkCount CountOf(
        IReadOnlyList<AcknowledgedFile> files, EvidenceArrivals proofs, EvidenceArrivals alerts, int refused)
    {
        var told = files.Count(file => IsTold(file, proofs, alerts));
        long[] proven = [.. files.Select(file => Took(file, proofs))];
        long[] alerted = [.. files.Select(file => Took(file, alerts))];
        var figures = new Dictionary<string, double>();
        if (files.Count > 0)
        {
            Add(ProvenMedian, ProvenTail, proven);
            Add(AlertMedian, AlertTail, alerted);
        }

        return new(told, Failed: files.Count - told + refused)
        {
            Times = alerted,
            Figures = figures,
            Faults = files.Count == told ? new Dictionary<string, int>()
                : new() { ["no proof or no alert"] = files.Count - told },
        };

        static long Took(AcknowledgedFile file, EvidenceArrivals arrivals) => arrivals.Of(file.Trace) is { } at
            ? at - file.AnsweredAt : (long)(Patience.TotalSeconds * Stopwatch.Frequency);

        void Add(string median, string tail, long[] ticks)
        {
            var times = new Latencies(ticks);
            figures[median] = times.At(0.5)!.Value.TotalMilliseconds;
            figures[tail] = times.At(0.99)!.Value.TotalMilliseconds;
        }
    }
}
