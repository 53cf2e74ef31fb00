using System.Collections.Concurrent;
using System.Diagnostics;
using NBomber.Contracts;
using Response = NBomber.CSharp.Response;

namespace Load.Measuring;

/// <summary>
/// Times every request of an iteration. NBomber decides when a request runs; what is measured is measured here, in raw ticks and from when
/// the last caller has started, so that the figures are the same whichever engine schedules.
/// </summary>
/// <param name="clients">The source of the virtual users' clients.</param>
/// <param name="load">How requests come.</param>
/// <param name="length">How long requests count, once the last caller has started.</param>
/// <param name="timeout">For each request.</param>
/// <param name="maxAtOnce">Requests under way, beyond which one fails unsent.</param>
/// <param name="meter">Is told when the counting begins and ends.</param>
/// <param name="observer">Is told of each request.</param>
/// <param name="stop">Ends it early.</param>
internal sealed class Recorder(
    IClientSource clients, LoadShape load, TimeSpan length, TimeSpan timeout, int maxAtOnce, IterationMeter meter,
    IRequestObserver observer, CancellationToken stop) : IDisposable
{
    /// <summary>A service that is down must not fill the report with one line per port it was called from.</summary>
    private const int MaxFaults = 20;

    /// <summary>Callers that do not start are not waited for: what there is, is measured.</summary>
    private static readonly TimeSpan MaxStart = TimeSpan.FromSeconds(1);

    /// <summary>A copy that is called once more, when the time is over, must not spin until the scheduler has heard of it.</summary>
    private static readonly TimeSpan AfterTheEnd = TimeSpan.FromMilliseconds(5);

    private readonly ConcurrentQueue<VirtualUser> _idle = [];
    private readonly ConcurrentQueue<Sample> _unsent = [];
    private readonly ConcurrentDictionary<string, int> _faults = [];
    private readonly ConcurrentDictionary<string, int> _refusals = [];
    private readonly HashSet<IScenarioContext> _started = [];
    private readonly Lock _beginning = new();
    private readonly long _length = (long)(length.TotalSeconds * Stopwatch.Frequency);
    private long _firstStart;
    private long _ordinal = -1;
    private long _begin = long.MaxValue;
    private long _carriedIn;
    private int _users;
    private int _underWay;

    /// <summary>Requests that have been begun and not ended.</summary>
    public int UnderWay => Volatile.Read(ref _underWay);

    /// <summary>The faults, and how often each occurred.</summary>
    public IReadOnlyDictionary<string, int> Faults => _faults;

    /// <summary>The answers that refused requests got, and their numbers.</summary>
    public IReadOnlyDictionary<string, int> Refusals => _refusals;

    /// <summary>The time after the counting began that belongs to requests sent before it.</summary>
    public TimeSpan CarriedIn => TimeSpan.FromSeconds((double)Volatile.Read(ref _carriedIn) / Stopwatch.Frequency);

    /// <summary>The start of the counting, in Stopwatch ticks; 0 before it.</summary>
    public long Started => Volatile.Read(ref _begin) is var begin && begin == long.MaxValue ? 0 : begin;

    private long End => Volatile.Read(ref _begin) is var begin && begin == long.MaxValue ? begin : begin + _length;

    /// <summary>Does one request; NBomber calls this again and again.</summary>
    public async Task<IResponse> RunAsync(IScenarioContext context)
    {
        // The open model sends all that are due, however late; a caller of the closed one has nothing more to do.
        if (load is LoadShape.Closed && Stopwatch.GetTimestamp() > End)
        {
            context.StopCurrentTest("the iteration is over");
            await Task.Delay(AfterTheEnd, CancellationToken.None);
            return Response.Ok();
        }

        if (load is LoadShape.Closed { Think: { Ticks: > 0 } think })
        {
            await Task.Delay(think, CancellationToken.None);
        }

        Interlocked.Increment(ref _underWay);
        if (Volatile.Read(ref _begin) == long.MaxValue)
        {
            Start(context);
        }

        if (UnderWay > maxAtOnce)
        {
            NotSent();
            return Response.Ok();
        }

        observer.Sent();
        if (!_idle.TryDequeue(out var user))
        {
            user = new VirtualUser(clients.NewClient(Interlocked.Increment(ref _users) - 1), timeout, stop);
        }

        user.Client.Prepare(Interlocked.Increment(ref _ordinal));
        var thrown = await SendAsync(user);
        return Keep(context, user, Stopwatch.GetTimestamp(), thrown).Fault is { } fault ? Response.Fail(message: fault) : Response.Ok();
    }

    /// <returns>A client that throws, against its promise, has failed; null when it has not.</returns>
    private static async Task<RequestAssessment?> SendAsync(VirtualUser user)
    {
        try
        {
            await user.SendAsync();
            return null;
        }
        catch (Exception exception)
        {
            return new RequestAssessment(Outcome.Failed, $"{exception.GetType().Name}: {exception.Message}");
        }
    }

    /// <summary>All samples in the order of their start. Nothing may be under way.</summary>
    public Sample[] Collect()
    {
        var samples = _idle.SelectMany(user => user.Samples).Concat(_unsent).ToArray();
        Array.Sort(samples, static (a, b) => a.Start.CompareTo(b.Start));
        return samples;
    }

    public void Dispose()
    {
        foreach (var user in _idle)
        {
            user.Dispose();
        }
    }

    /// <summary>
    /// The counting begins with the last caller's first request. Callers are told apart by their contexts. Whoever comes meanwhile
    /// waits: no request that counts may be sent before the meter has begun.
    /// </summary>
    private void Start(IScenarioContext context)
    {
        lock (_beginning)
        {
            if (_begin != long.MaxValue)
            {
                return;
            }

            _started.Add(context);
            _firstStart = _firstStart == 0 ? Stopwatch.GetTimestamp() : _firstStart;
            if (_started.Count >= load.MinStarted || Stopwatch.GetElapsedTime(_firstStart) > MaxStart)
            {
                meter.Begin();
                observer.Measuring();
                Volatile.Write(ref _begin, meter.Started);
            }
        }
    }

    /// <summary>Ends a request: looks at the answer, and keeps its time if it counts.</summary>
    private RequestAssessment Keep(IScenarioContext context, VirtualUser user, long end, RequestAssessment? thrown)
    {
        var assessment = thrown ?? user.Client.Check();
        var begin = Volatile.Read(ref _begin);
        observer.Answered();
        if (stop.IsCancellationRequested)
        {
            context.StopCurrentTest("the lab was stopped");
        }
        else if (user.Started >= begin)
        {
            Keep(user, assessment, end - user.Started);
        }
        else if (end > begin)
        {
            Interlocked.Add(ref _carriedIn, Math.Min(end - begin, _length));
        }

        _idle.Enqueue(user);
        Ended(end);
        return assessment;
    }

    /// <summary>A service that far behind would only cost the generator its memory; to the client it is as good as dead.</summary>
    private void NotSent()
    {
        var now = Stopwatch.GetTimestamp();
        if (now >= Volatile.Read(ref _begin))
        {
            var sample = new Sample(now, 0, Outcome.Failed);
            _unsent.Enqueue(sample);
            observer.Counted(sample);
            Count(_faults, $"not sent: {maxAtOnce} requests were under way");
        }

        Ended(now);
    }

    private void Ended(long now)
    {
        if (Interlocked.Decrement(ref _underWay) == 0 && now > End)
        {
            meter.End();
        }
    }

    private void Keep(VirtualUser user, RequestAssessment assessment, long latency)
    {
        if (assessment.Steps is { } steps)
        {
            foreach (var taken in steps)
            {
                Keep(user, taken.Sample);
                Keep(taken.Fault, taken.Outcome);
            }

            return;
        }

        if (assessment is { Outcome: Outcome.Ok, Parts: { } parts })
        {
            foreach (var part in parts)
            {
                Keep(user, new Sample(part.Start, part.Length, Outcome.Ok));
            }
        }
        else
        {
            Keep(user, new Sample(user.Started, latency, assessment.Outcome));
        }

        Keep(assessment.Fault, assessment.Outcome);
    }

    private void Keep(string? fault, Outcome outcome)
    {
        if (fault is not null)
        {
            Count(outcome == Outcome.Refused ? _refusals : _faults, fault);
        }
    }

    private static void Count(ConcurrentDictionary<string, int> faults, string fault)
    {
        if (faults.Count < MaxFaults || faults.ContainsKey(fault))
        {
            faults.AddOrUpdate(fault, 1, static (_, count) => count + 1);
        }
    }

    private void Keep(VirtualUser user, Sample sample)
    {
        user.Samples.Add(sample);
        observer.Counted(sample);
    }
}
