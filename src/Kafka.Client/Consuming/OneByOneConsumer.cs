using Confluent.Kafka;

namespace Kafka.Client.Consuming;

/// <summary>Takes records through Confluent.Kafka, an object each: slow, but independent of librdkafka's memory layout.</summary>
internal sealed class OneByOneConsumer(ConsumerSettings settings, IAssignmentHandler? handler) : GroupConsumer(settings, handler)
{
    private readonly List<ConsumeResult<byte[], byte[]>> _taken = [];

    public override ConsumedRecord this[int index]
    {
        get
        {
            var record = _taken[index];
            var time = record.Message.Timestamp;
            return new(
                record.Topic,
                record.Partition.Value,
                record.Offset.Value,
                record.Message.Key,
                record.Message.Value,
                record.Message.Value is null,
                time.Type == TimestampType.NotAvailable ? -1 : time.UnixTimestampMs);
        }
    }

    public override ReadOnlySpan<byte> HeaderOf(int index, string name) =>
        _taken[index].Message.Headers is { } headers && headers.TryGetLastBytes(name, out var value) ? value : [];

    private protected override int TakeCore(TimeSpan patience)
    {
        _taken.Clear();
        while (_taken.Count < IRecordConsumer.MaxBatch)
        {
            try
            {
                if (Client.Consume(_taken.Count == 0 ? patience : TimeSpan.Zero) is not { } record)
                {
                    break;
                }

                if (record.IsPartitionEOF)
                {
                    ReadToEnd(record.Topic, record.Partition.Value, record.Offset.Value);
                    break;
                }

                _taken.Add(record);
                Read(record.Topic, record.Partition.Value);
            }
            catch (ConsumeException exception)
            {
                Report(exception);
                break;
            }
        }

        _taken.RemoveAll(record => !IsAssigned(record.Topic, record.Partition.Value));
        return _taken.Count;
    }

    private void Report(ConsumeException exception)
    {
        var place = exception.ConsumerRecord;
        if (place?.Topic is not { } topic || place.Offset == Offset.Unset)
        {
            Report(exception.Error, place?.Topic); // of the client, or of a topic: its partition says nothing
        }
        else if (IsAssigned(topic, place.Partition.Value))
        {
            Report(exception.Error, topic, place.Partition.Value);
        }
    }

    private protected override void Release() => _taken.Clear();
}
