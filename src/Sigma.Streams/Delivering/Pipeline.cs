using System.Diagnostics;
using System.Threading.Channels;
using Microsoft.Extensions.Options;
using Sigma.Streams.Alerts;
using Sigma.Streams.Correlating;
using Sigma.Streams.Flow;
using Sigma.Streams.Judging;
using Sigma.Streams.Metrics;
using Sigma.Streams.Settings;

namespace Sigma.Streams.Delivering;

/// <summary>
/// Records are judged on the threads of their sources, and the results wait in a bounded queue. One loop takes the waiting results, and
/// those that arrive while the sinks pause: it counts matches in correlations, delivers alerts to all sinks, stores the positions, and only
/// then tells the sources.
/// </summary>
internal sealed class Pipeline(
    Judge judge, ICorrelating correlating, Throttle throttle, AlertBoard board, SinkLanes sinks, TimeProvider time, SigmaMetrics metrics,
    IOptions<SigmaLimits> limits) : IIntake
{
    private static readonly TimeSpan TickPeriod = TimeSpan.FromSeconds(1);

    private readonly Channel<Waiting> _queue = Channel.CreateBounded<Waiting>(
        new BoundedChannelOptions(limits.Value.MaxQueuedBatches) { SingleReader = true });

    private RuleIndex? _rules;

    public int Queued => _queue.Reader.Count;

    /// <summary>How long ago the last matching event happened; zero before the first.</summary>
    public TimeSpan Lag => judge.Newest is { } newest && time.GetUtcNow() - newest is { Ticks: > 0 } lag ? lag : TimeSpan.Zero;

    public IReadOnlyList<StreamPosition> PositionsOf(string source) =>
        [.. correlating.Positions.Where(position => position.Source == source)];

    public ValueTask<TakenBatch> TakeAsync(StreamBatch batch, CancellationToken cancellationToken) =>
        PutAsync(judge.Evaluate(batch), batch.Positions, cancellationToken);

    public ValueTask<TakenBatch> PutAsync(
        IReadOnlyList<Alert> alerts, IReadOnlyList<Match> matches, IReadOnlyList<StreamPosition> positions,
        CancellationToken cancellationToken) => PutAsync(new Judged(0, alerts, matches, []), positions, cancellationToken);

    private async ValueTask<TakenBatch> PutAsync(
        Judged judged, IReadOnlyList<StreamPosition> positions, CancellationToken cancellationToken)
    {
        var waiting = new Waiting(judged, positions);
        await _queue.Writer.WriteAsync(waiting, cancellationToken);
        return new(waiting.Delivered.Task);
    }

    /// <summary>Before any source: reads the sources' positions, and the state of correlations.</summary>
    public void Open()
    {
        correlating.Use(_rules = judge.Rules);
        sinks.Begin();
    }

    /// <summary>There are no more batches: delivers the waiting ones.</summary>
    public void Complete() => _queue.Writer.TryComplete();

    /// <param name="abort">Ends the wait for failing sinks: what they lack is read again at the next start.</param>
    public async Task RunAsync(CancellationToken abort)
    {
        Debug.Assert(_rules is not null, "Positions must be read before anything is delivered: otherwise they would be lost.");
        var gathered = new Gathered();
        try
        {
            using var ticks = new PeriodicTimer(TickPeriod, time);
            var tick = ticks.WaitForNextTickAsync(abort).AsTask();
            var ready = _queue.Reader.WaitToReadAsync(abort).AsTask();
            while (true)
            {
                if (gathered.Batches.Count == 0)
                {
                    await Task.WhenAny(ready, tick);
                }
                else if (RestOf(gathered) is { Ticks: > 0 } rest)
                {
                    await Task.WhenAny(ready, tick, Task.Delay(rest, time, abort));
                }

                if (tick.IsCompleted)
                {
                    await tick;
                    await DeliverAsync([], abort);
                    tick = ticks.WaitForNextTickAsync(abort).AsTask();
                }

                var isOver = ready.IsCompleted && !await ready;
                if (ready.IsCompleted && !isOver)
                {
                    gathered.TakeFrom(_queue.Reader);
                    ready = _queue.Reader.WaitToReadAsync(abort).AsTask();
                }

                if (gathered.Batches.Count > 0 && (isOver || RestOf(gathered) <= TimeSpan.Zero))
                {
                    await DeliverAsync(gathered.Batches, abort);
                    gathered = new();
                }

                if (isOver)
                {
                    await DeliverAsync([], throttle.ReleaseAll(), abort);
                    return;
                }
            }
        }
        finally
        {
            _queue.Writer.TryComplete();
            while (_queue.Reader.TryRead(out var waiting))
            {
                gathered.Batches.Add(waiting);
            }

            gathered.Batches.ForEach(waiting => waiting.Delivered.TrySetCanceled(CancellationToken.None));
        }
    }

    /// <summary>How long the collected results may wait for more.</summary>
    private TimeSpan RestOf(Gathered gathered) => gathered.IsPatient ? sinks.Rest : TimeSpan.Zero;

    private Task DeliverAsync(List<Waiting> batches, CancellationToken cancellationToken) => DeliverAsync(batches, [], cancellationToken);

    private async Task DeliverAsync(List<Waiting> batches, IReadOnlyList<Alert> released, CancellationToken cancellationToken)
    {
        try
        {
            var started = Stopwatch.GetTimestamp();
            if (judge.Rules is var rules && rules != _rules)
            {
                correlating.Use(_rules = rules);
            }

            List<Match> matches = [.. batches.SelectMany(batch => batch.Judged.Matches)];
            var correlated = batches.Count > 0
                ? await correlating.AddAsync(matches, cancellationToken)
                : await correlating.PassAsync(cancellationToken);
            List<Alert> alerts = [.. batches.SelectMany(batch => batch.Judged.Alerts), .. correlated];
            var sent = throttle.Pass(alerts);
            var delivery = new Delivery(
                [.. sent, .. released],
                [.. batches.SelectMany(batch => batch.Judged.DeadLetters)],
                matches,
                [.. batches.SelectMany(batch => batch.Positions)]);
            board.Post(delivery.Alerts);
            if (batches.Count > 0 || delivery.Alerts.Count > 0)
            {
                await sinks.KeepThrottledAsync(delivery, cancellationToken);
                await sinks.DeliverAsync(delivery, cancellationToken);
                throttle.Delivered();
                await correlating.CommitAsync([.. delivery.Positions.Where(position => !position.IsKeptElsewhere)], cancellationToken);
                await sinks.KeepThrottledAsync(delivery, cancellationToken);
                metrics.Sent(delivery.Alerts.Count);
                metrics.Committed(Stopwatch.GetElapsedTime(started));
            }

            foreach (var batch in batches)
            {
                Debug.Assert(
                    !batch.Delivered.Task.IsCompleted,
                    "A batch must be reported once, after its sinks and its positions: its source forgets it then.");
                var judged = batch.Judged;
                batch.Delivered.TrySetResult(new(judged.Records, judged.DeadLetters.Count, judged.Alerts.Count, judged.Matches.Count));
            }
        }
        catch (Exception exception)
        {
            foreach (var batch in batches)
            {
                batch.Delivered.TrySetException(new IOException("The service stopped before it had delivered the batch.", exception));
            }

            throw;
        }
    }

    /// <param name="Judged">The result of a batch.</param>
    /// <param name="Positions">The positions of its source.</param>
    private sealed record Waiting(Judged Judged, IReadOnlyList<StreamPosition> Positions)
    {
        public TaskCompletionSource<BatchOutcome> Delivered { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);
    }

    /// <summary>The batches of the next delivery.</summary>
    private sealed class Gathered
    {
        // More results make a larger delivery, but not a better one.
        private const int MaxOutcomes = 10_000;
        private const int MaxBatches = 1_000;
        private const int MaxPatientRecords = 20_000;

        private int _records;
        private int _outcomes;
        private bool _isWaitedFor;

        public List<Waiting> Batches { get; } = [];

        /// <summary>Whether more may join them: there is room, and no caller waits for an answer.</summary>
        public bool IsPatient => !_isWaitedFor && _records < MaxPatientRecords && HasRoom;

        private bool HasRoom => Batches.Count < MaxBatches && _outcomes < MaxOutcomes;

        public void TakeFrom(ChannelReader<Waiting> queue)
        {
            while (HasRoom && queue.TryRead(out var waiting))
            {
                var (judged, positions) = waiting;
                Batches.Add(waiting);
                _records += judged.Records;
                _outcomes += judged.Alerts.Count + judged.Matches.Count + judged.DeadLetters.Count;
                _isWaitedFor |= positions.Count == 0 || positions.Any(position => !position.IsKeptElsewhere);
            }
        }
    }
}
