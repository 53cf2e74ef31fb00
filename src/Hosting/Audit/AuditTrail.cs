using System.Threading.Channels;
using Hosting.Settings;
using Microsoft.Extensions.Options;

namespace Hosting.Audit;

/// <summary>
/// The audit records of a host, on their way to all of its sinks. No request waits for them: a record for which a full queue has no room is
/// counted, and the next record is preceded by one that says how many were lost.
/// </summary>
public sealed partial class AuditTrail : BackgroundService
{
    private const int MaxBatch = 1000;

    private static readonly TimeSpan FirstRetryAfter = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan LastRetryAfter = TimeSpan.FromSeconds(30);

    /// <summary>A sink that cannot be reached must not use up all the time that the host has to stop.</summary>
    private static readonly TimeSpan LastWords = TimeSpan.FromSeconds(10);

    private readonly Lane[] _lanes;
    private readonly TimeProvider _time;
    private readonly ILogger<AuditTrail> _log;

    public AuditTrail(
        IEnumerable<IAuditSink> sinks, HostDescription host, IOptions<AuditOptions> options, TimeProvider time, ILogger<AuditTrail> log)
    {
        (Host, _time, _log) = (host.Name, time, log);
        _lanes = [.. sinks.Select(sink => new Lane(sink, options.Value.MaxQueue))];
    }

    /// <summary>False when there are no sinks, so that records need not be made.</summary>
    public bool IsOn => _lanes.Length > 0;

    internal string Host { get; }

    /// <summary>Records that no sink got, because its queue was full.</summary>
    public long Lost => _lanes.Sum(lane => Volatile.Read(ref lane.LostInAll));

    internal IEnumerable<AuditSinkState> Sinks => _lanes.Select(lane => new AuditSinkState(
        lane.Sink.Kind, Volatile.Read(ref lane.Written), Volatile.Read(ref lane.LostInAll), lane.Queue.Reader.Count));

    public void Add(AuditRecord record)
    {
        foreach (var lane in _lanes)
        {
            // Counted first, so that a mark never precedes a record that was added before it.
            Interlocked.Increment(ref lane.Added);
            if (!lane.Queue.Writer.TryWrite(record))
            {
                Interlocked.Decrement(ref lane.Added);
                Interlocked.Increment(ref lane.Lost);
                Interlocked.Increment(ref lane.LostInAll);
            }
        }
    }

    /// <returns>Tells whether all sinks have taken what was added until now.</returns>
    internal Func<bool> Mark()
    {
        var marks = _lanes.Select(lane => (Lane: lane, At: Volatile.Read(ref lane.Added))).ToArray();
        return () => Array.TrueForAll(marks, mark => Volatile.Read(ref mark.Lane.Taken) >= mark.At);
    }

    /// <summary>Takes no more records, and gives the sinks time to take the waiting ones.</summary>
    public override async Task StopAsync(CancellationToken cancellationToken)
    {
        foreach (var lane in _lanes)
        {
            lane.Queue.Writer.TryComplete();
        }

        if (ExecuteTask is { } writing)
        {
            await Task.WhenAny(writing, Task.Delay(LastWords, _time, cancellationToken));
        }

        await base.StopAsync(cancellationToken);
    }

    protected override Task ExecuteAsync(CancellationToken stoppingToken) =>
        Task.WhenAll(_lanes.Select(lane => PumpAsync(lane, stoppingToken)));

    private async Task PumpAsync(Lane lane, CancellationToken cancellationToken)
    {
        await Task.Yield();
        var batch = new List<AuditRecord>();
        try
        {
            while (await lane.Queue.Reader.WaitToReadAsync(cancellationToken))
            {
                if (lane.Sink.Gathering > TimeSpan.Zero && lane.Queue.Reader.Count < MaxBatch)
                {
                    await Task.Delay(lane.Sink.Gathering, _time, cancellationToken);
                }

                var taken = Fill(batch, lane);
                await WriteAsync(lane.Sink, batch, cancellationToken);
                Interlocked.Add(ref lane.Written, batch.Count);
                Interlocked.Add(ref lane.Taken, taken);
                batch.Clear();
            }
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            Log.Left(_log, batch.Count + lane.Queue.Reader.Count, lane.Sink.Place);
        }
    }

    /// <returns>The number of records in the batch.</returns>
    private int Fill(List<AuditRecord> batch, Lane lane)
    {
        if (Interlocked.Exchange(ref lane.Lost, 0) is > 0 and var lost)
        {
            batch.Add(new AuditRecord(_time.GetUtcNow(), Host, "records-lost", "queue-full", Count: lost));
        }

        var taken = 0;
        for (; batch.Count < MaxBatch && lane.Queue.Reader.TryRead(out var record); taken++)
        {
            batch.Add(record);
        }

        return taken;
    }

    /// <summary>Tries until the sink takes them: meanwhile new records fill the queue, and then are counted as lost.</summary>
    private async Task WriteAsync(IAuditSink sink, List<AuditRecord> batch, CancellationToken cancellationToken)
    {
        for (var wait = TimeSpan.Zero; ; wait = wait * 2 < LastRetryAfter ? wait * 2 : LastRetryAfter)
        {
            try
            {
                await sink.WriteAsync(batch, cancellationToken);
                if (wait > TimeSpan.Zero)
                {
                    Log.Recovered(_log, sink.Place);
                }

                return;
            }
            catch (Exception exception) when (exception is not OperationCanceledException || !cancellationToken.IsCancellationRequested)
            {
                // Catches everything: a loop that ended would silently lose all later records.
                if (wait == TimeSpan.Zero)
                {
                    wait = FirstRetryAfter / 2;
                    Log.Failing(_log, sink.Place, exception.Message);
                }

                await Task.Delay(wait, _time, cancellationToken);
            }
        }
    }

    private sealed class Lane(IAuditSink sink, int maxQueue)
    {
        public IAuditSink Sink { get; } = sink;

        public Channel<AuditRecord> Queue { get; } =
            Channel.CreateBounded<AuditRecord>(new BoundedChannelOptions(maxQueue) { SingleReader = true });

#pragma warning disable CA1051 // Counted by threads that share them.
        public long Added;
        public long Taken;
        public long Lost;
        public long LostInAll;
        public long Written;
#pragma warning restore CA1051
    }

    private static partial class Log
    {
        [LoggerMessage(70, LogLevel.Error, "Audit records cannot be written to {Place}, and wait: {Reason}")]
        public static partial void Failing(ILogger logger, string place, string reason);

        [LoggerMessage(72, LogLevel.Information, "Audit records are written to {Place} again.")]
        public static partial void Recovered(ILogger logger, string place);

        [LoggerMessage(71, LogLevel.Error, "{Count} audit records were not written to {Place} when the host stopped.")]
        public static partial void Left(ILogger logger, int count, string place);
    }
}
