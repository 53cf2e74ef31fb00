using System.Collections.Concurrent;
using System.Diagnostics;
using Load.Corpus;
using Load.Metrics;
using Load.Monitoring;
using Load.Transports;
using NBomber.Contracts;
using Response = NBomber.CSharp.Response;

namespace Load.Recording;

/// <summary>
/// Times and checks every request of a slot. NBomber decides when an iteration runs; what is measured is measured here, in raw ticks, so that
/// the numbers are the same whichever engine schedules.
/// </summary>
internal sealed class Recorder(
    ITransport transport, Func<FreshFile> newFreshFile, VerdictBook verdicts, SlotMeter meter, SlotMetrics metrics, TimeSpan timeout, CancellationToken stop)
    : IDisposable
{
    /// <summary>A service that is down must not fill the report with one line per port it was called from.</summary>
    private const int MostFaults = 20;

    private readonly ConcurrentQueue<Lane> _idle = [];
    private readonly ConcurrentDictionary<string, int> _faults = [];
    private readonly Lock _beginning = new();
    private long _ordinal = -1;
    private volatile bool _measuring;
    private int _lanes;
    private int _underWay;

    /// <summary>Iterations that have been begun and not ended.</summary>
    public int UnderWay => Volatile.Read(ref _underWay);

    /// <summary>What went wrong how often.</summary>
    public IReadOnlyDictionary<string, int> Faults => _faults;

    /// <summary>Begins an iteration.</summary>
    public Lane Rent(IScenarioContext context)
    {
        Interlocked.Increment(ref _underWay);
        if (!_measuring && IsMeasured(context))
        {
            BeginMeasuring();
        }

        metrics.Sent();

        if (!_idle.TryDequeue(out var lane))
        {
            lane = new Lane(transport.NewCaller(Interlocked.Increment(ref _lanes) - 1), newFreshFile(), timeout, stop);
        }

        lane.Ordinal = Interlocked.Increment(ref _ordinal);
        return lane;
    }

    /// <summary>Ends an iteration: stops the clock, then looks at the answer.</summary>
    /// <param name="context">Of the iteration.</param>
    /// <param name="lane">Rented for it.</param>
    /// <param name="answer">What came.</param>
    /// <param name="expected">What had to come.</param>
    /// <param name="parts">What the request was made of, when that is what is timed; a failure is one sample all the same.</param>
    public IResponse Return(IScenarioContext context, Lane lane, Answer answer, Expected expected, IReadOnlyList<Sample>? parts = null)
    {
        var latency = Stopwatch.GetTimestamp() - lane.Started;
        var fault = expected.Mismatch(answer, verdicts);
        metrics.Answered();
        if (stop.IsCancellationRequested)
        {
            context.StopCurrentTest("the lab was stopped");
        }
        else if (IsMeasured(context))
        {
            foreach (var sample in fault is null && parts is not null ? parts : [new Sample(lane.Started, latency, OutcomeOf(answer.Reply, fault))])
            {
                lane.Samples.Add(sample);
                metrics.Counted(sample);
            }

            Note(fault);
        }

        _idle.Enqueue(lane);
        Interlocked.Decrement(ref _underWay);
        return fault is null ? Response.Ok(sizeBytes: expected.Upload.Size) : Response.Fail(message: fault);
    }

    /// <summary>All samples in the order of their start. Nothing may be under way.</summary>
    public Sample[] Collect()
    {
        var samples = _idle.SelectMany(lane => lane.Samples).ToArray();
        Array.Sort(samples, static (a, b) => a.Start.CompareTo(b.Start));
        return samples;
    }

    public void Dispose()
    {
        foreach (var lane in _idle)
        {
            lane.Dispose();
        }
    }

    /// <summary>Whoever comes meanwhile waits: no measured request may begin before the meter does.</summary>
    private void BeginMeasuring()
    {
        lock (_beginning)
        {
            if (!_measuring)
            {
                meter.Begin();
                metrics.Measuring();
                _measuring = true;
            }
        }
    }

    private static bool IsMeasured(IScenarioContext context) => context.ScenarioInfo.ScenarioOperation == ScenarioOperation.Bombing;

    private static Outcome OutcomeOf(Reply reply, string? fault) => (reply, fault) switch
    {
        (_, null) => Outcome.Ok,
        (Reply.TimedOut, _) => Outcome.TimedOut,
        (Reply.Failed, _) => Outcome.Failed,
        _ => Outcome.Wrong,
    };

    private void Note(string? fault)
    {
        if (fault is not null && (_faults.Count < MostFaults || _faults.ContainsKey(fault)))
        {
            _faults.AddOrUpdate(fault, 1, static (_, count) => count + 1);
        }
    }
}
