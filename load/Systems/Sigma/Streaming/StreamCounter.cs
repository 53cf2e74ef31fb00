using Load.Measuring;
using Load.Systems.Sigma.Rows;

namespace Load.Systems.Sigma.Streaming;

/// <summary>
/// Counts one row: new processes join, read until they are warm, and then all records that count are there at once. A number of matches
/// that is wrong is a wrong result.
/// </summary>
internal sealed class StreamCounter : IWorkCounter
{
    private readonly RunningStream _stream;
    private readonly StreamRow _row;
    private readonly long _copies;
    private StreamTopic? _topic;
    private TopicReaders? _readers;
    private StreamAccount _before;
    private bool _isPublished;

    private StreamCounter(RunningStream stream, StreamRow row, long copies) => (_stream, _row, _copies) = (stream, row, copies);

    private long Records => _copies * ZeekStream.Records.Count;

    public static async Task<IWorkCounter> BeginAsync(
        ISystemUnderTest system, StreamRow row, StreamAmount amount, CancellationToken cancellationToken)
    {
        var counter = new StreamCounter((RunningStream)system, row, amount.Measured);
        try
        {
            await counter.PrepareAsync(amount, cancellationToken);
            return counter;
        }
        catch
        {
            await counter.DisposeAsync();
            throw;
        }
    }

    /// <summary>The first call lets everybody see the records; the next one tells what became of them.</summary>
    public async Task<WorkCount> ReadAsync(CancellationToken cancellationToken)
    {
        if (!_isPublished)
        {
            _isPublished = true;
            _topic!.Publish();
            return new(0);
        }

        if (_row.IsDrain)
        {
            return new(Records);
        }

        var account = await _readers!.ReadAsync(cancellationToken) - _before;
        var wrong = Wrong(account, Records, _copies * ZeekStream.MatchesOfNineBy(_row.Rules));
        return new(Records, Wrong: wrong.Values.Sum())
        {
            Faults = wrong,
            Figures = new Dictionary<string, double> { ["matches"] = account.Matched },
        };
    }

    public Task PassAsync(TimeSpan length, TimeProvider time, CancellationToken cancellationToken) =>
        _topic!.UntilReadAsync(cancellationToken);

    public async ValueTask DisposeAsync()
    {
        _stream.Observe([]);
        if (_readers is not null)
        {
            await _readers.DisposeAsync();
        }

        if (_topic is not null)
        {
            await _topic.DisposeAsync();
        }
    }

    /// <returns>The faults, and by how many records or alerts each is off; none when all is as it has to be.</returns>
    internal static IReadOnlyDictionary<string, int> Wrong(StreamAccount account, long records, long matches)
    {
        (string Fault, long Off)[] faults =
        [
            ("a record too many or too few was judged", account.Records - records),
            ("a record too many or too few matches", account.Matched - matches),
            ("an alert too many or too few is in the sink", account.Alerts - matches),
        ];
        return faults.Where(fault => fault.Off != 0).ToDictionary(fault => fault.Fault, fault => (int)Math.Abs(fault.Off));
    }

    private async Task PrepareAsync(StreamAmount amount, CancellationToken cancellationToken)
    {
        _topic = await StreamTopic.CreateAsync(_stream.Broker, _row.Partitions, cancellationToken);
        _readers = await TopicReaders.StartAsync(_stream, _row, _topic.Name, cancellationToken);
        _stream.Observe(_readers.Observed);
        await _topic.Group.UntilJoinedAsync(_row.Processes * _row.Threads, cancellationToken);
        await _topic.WriteAsync(ZeekStream.Records, amount.WarmUp, cancellationToken);
        _topic.Publish();
        await _topic.UntilReadAsync(cancellationToken);
        await _topic.WriteAsync(ZeekStream.Records, amount.Measured, cancellationToken);
        _before = await _readers.ReadAsync(cancellationToken);
    }
}
