using System.Runtime.InteropServices;
using Confluent.Kafka;
using Kafka.Client.Native;

namespace Kafka.Client.Consuming;

/// <summary>Takes records from librdkafka's own queue, and reads them where they lie: a third of the cost of one object each.</summary>
internal sealed unsafe class BatchConsumer : GroupConsumer
{
    private readonly NativeMessage*[] _taken = new NativeMessage*[IRecordConsumer.MaxBatch];
    private readonly string[] _topics = new string[IRecordConsumer.MaxBatch];
    private readonly NativeBytes[] _values = NewBytes();
    private readonly NativeBytes[] _keys = NewBytes();
    private readonly SafeHandle _client;
    private nint _queue;
    private int _count;
    private nint _lastTopic;
    private string _lastTopicName = "";

    public BatchConsumer(ConsumerSettings settings, IAssignmentHandler? handler)
        : base(settings, handler)
    {
        _client = ClientHandles.Of(Client.Handle);
        _queue = Librdkafka.GetConsumerQueue(_client.DangerousGetHandle()); // the client outlives the queue: see Release
    }

    public override ConsumedRecord this[int index]
    {
        get
        {
            ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(index, _count);
            var message = _taken[index];
            return new(
                _topics[index],
                message->Partition,
                message->Offset,
                _keys[index].Over(message->Key, message->KeyLength),
                _values[index].Over(message->Payload, message->Length),
                message->Payload == 0,
                Librdkafka.Timestamp(message, out _));
        }
    }

    private protected override int TakeCore(TimeSpan patience)
    {
        DestroyMessages();
        ObjectDisposedException.ThrowIf(_queue == 0, this);
        nint taken;
        fixed (NativeMessage** messages = _taken)
        {
            taken = Librdkafka.ConsumeBatch(_queue, (int)patience.TotalMilliseconds, messages, IRecordConsumer.MaxBatch);
        }

        for (var i = 0; i < taken; i++)
        {
            Keep(_taken[i]);
        }

        _lastTopic = 0; // the pointer may stand for another topic once its messages are gone
        return _count;
    }

    private protected override void Release()
    {
        DestroyMessages();
        if (_queue != 0)
        {
            Librdkafka.DestroyQueue(_queue);
            _queue = 0;
        }
    }

    private static NativeBytes[] NewBytes() => [.. Enumerable.Range(0, IRecordConsumer.MaxBatch).Select(_ => new NativeBytes())];

    /// <summary>Keeps a record; an error, or a record of a partition that is another's by now, goes.</summary>
    private void Keep(NativeMessage* message)
    {
        var topic = message->Topic == 0 ? "" : TopicOf(message->Topic);
        if (message->Error != 0)
        {
            var reason = message->Payload == 0 ? "" : Marshal.PtrToStringUTF8(message->Payload, checked((int)message->Length));
            Report(new Error((ErrorCode)message->Error, $"{topic}: {reason}"));
        }
        else if (IsAssigned(topic, message->Partition))
        {
            _taken[_count] = message;
            _topics[_count] = topic;
            _count++;
            return;
        }

        Librdkafka.Destroy(message);
    }

    private string TopicOf(nint topic)
    {
        if (topic != _lastTopic)
        {
            var name = Marshal.PtrToStringUTF8(Librdkafka.TopicName(topic))!;
            _lastTopicName = name == _lastTopicName ? _lastTopicName : name;
            _lastTopic = topic;
        }

        return _lastTopicName;
    }

    private void DestroyMessages()
    {
        for (var i = 0; i < _count; i++)
        {
            Librdkafka.Destroy(_taken[i]);
        }

        _count = 0;
    }
}
