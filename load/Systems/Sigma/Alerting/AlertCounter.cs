using System.Diagnostics;
using Load.Measuring;
using Load.Statistics;
using Load.Systems.Sigma.Rows;
using Load.Systems.Sigma.Streaming;

namespace Load.Systems.Sigma.Alerting;

/// <summary>
/// Times records from when they are due to when a reader of committed records has their alerts, while others come at half of the rate that
/// producer, broker and sigma bear together on this machine. An alert that is missing, or comes twice, is a wrong result.
/// </summary>
internal sealed class AlertCounter : IWorkCounter
{
    /// <summary>A probe with each.</summary>
    private static readonly TimeSpan Tick = TimeSpan.FromMilliseconds(10);

    private readonly AlertStream _stream;
    private readonly double _half;
    private readonly TimeSpan _length;
    private readonly List<(long Due, long Produced)> _probes = [];
    private double _longestCommit;
    private double _produced;
    private bool _isOver;

    private AlertCounter(AlertStream stream, double half, TimeSpan length) => (_stream, _half, _length) = (stream, half, length);

    public static async Task<IWorkCounter> BeginAsync(ISystemUnderTest system, AlertAmount amount, CancellationToken cancellationToken)
    {
        var stream = await AlertStream.StartAsync((RunningStream)system, cancellationToken);
        try
        {
            await stream.MeasureAsync(amount.Saturating, cancellationToken);
            var rate = await stream.MeasureAsync(amount.Saturating, cancellationToken);
            return new AlertCounter(stream, rate / 2, amount.Measured);
        }
        catch
        {
            await stream.DisposeAsync();
            throw;
        }
    }

    public Task<WorkCount> ReadAsync(CancellationToken cancellationToken) => Task.FromResult(_isOver ? Count() : new WorkCount(0));

    public async Task PassAsync(TimeSpan length, TimeProvider time, CancellationToken cancellationToken)
    {
        var before = await _stream.CommitsAsync(cancellationToken);
        await Task.Factory.StartNew(
            () => Produce(cancellationToken), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
        await _stream.UntilAlertedAsync(_probes.Count, cancellationToken);
        _longestCommit = (await _stream.CommitsAsync(cancellationToken)).LargestSince(before);
        _isOver = true;
    }

    public ValueTask DisposeAsync() => _stream.DisposeAsync();

    /// <summary>Each tick sends all records that are due at once. Time counts from when a record was due, even if it is late.</summary>
    private void Produce(CancellationToken cancellationToken)
    {
        var (began, written) = (Stopwatch.GetTimestamp(), 0L);
        for (var tick = 0; Tick * tick < _length; tick++)
        {
            var due = began + (long)((Tick * tick).TotalSeconds * Stopwatch.Frequency);
            while (Stopwatch.GetTimestamp() < due)
            {
                cancellationToken.WaitHandle.WaitOne(1);
                cancellationToken.ThrowIfCancellationRequested();
            }

            var others = (int)(_half * (Tick * (tick + 1)).TotalSeconds - written);
            _stream.WriteOthers(others);
            written += others;
            _probes.Add((due, Stopwatch.GetTimestamp()));
            _stream.WriteProbe(tick);
        }

        _produced = (written + _probes.Count) / Stopwatch.GetElapsedTime(began).TotalSeconds;
        _stream.Flush(cancellationToken);
    }

    private WorkCount Count()
    {
        var (ticks, stages) = (new List<long>(), new AlertStages());
        foreach (var (number, (due, produced)) in _probes.Index())
        {
            if (_stream.Arrivals.Of(number) is { } arrival)
            {
                ticks.Add(arrival.ReadAt - due);
                stages.Add(due, produced, arrival);
            }
        }

        var times = new Latencies(ticks);
        var again = _stream.Arrivals.Again;
        return new(times.Count, Wrong: again)
        {
            Times = ticks,
            Faults = again == 0 ? new Dictionary<string, int>() : new() { ["an alert came twice"] = (int)again },
            Figures = new Dictionary<string, double>(stages.Figures())
            {
                [AlertRow.Median] = times.At(0.5)!.Value.TotalMilliseconds,
                [AlertRow.Tail] = times.At(0.99)!.Value.TotalMilliseconds,
                [AlertRow.Half] = _half,
                [AlertRow.Produced] = _produced,
                [AlertRow.Commit] = _longestCommit,
            },
        };
    }
}
