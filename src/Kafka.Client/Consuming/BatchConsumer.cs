using System.Runtime.InteropServices;
using Confluent.Kafka;
using Kafka.Client.Native;

namespace Kafka.Client.Consuming;

/// <summary>Takes records from librdkafka's own queue, and reads them in its memory: a third of the cost of one object for each.</summary>
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
    private (string Topic, int Partition, bool IsAssigned) _last = ("", -1, false);

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

    public override ReadOnlySpan<byte> HeaderOf(int index, string name)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(index, _count);
        return Librdkafka.Headers(_taken[index], out var headers) == (int)ErrorCode.NoError
            && Librdkafka.LastHeader(headers, name, out var value, out var length) == (int)ErrorCode.NoError
            ? new((void*)value, checked((int)length))
            : [];
    }

    private protected override int TakeCore(TimeSpan patience)
    {
        DestroyMessages();
        ObjectDisposedException.ThrowIf(_queue == 0, this);
        LatelyGone.Clear();
        var taken = TakeNative(patience);
        for (var i = 0; i < taken; i++)
        {
            if (_taken[i] != null)
            {
                Keep(_taken[i]);
            }
        }

        // The pointer may stand for another topic once its messages are gone; and partitions come and go with the next call.
        (_lastTopic, _last) = (0, ("", -1, false));
        return _count;
    }

    /// <summary>librdkafka waits until a batch is full, or the time is over. Here only the first message is waited for.</summary>
    private int TakeNative(TimeSpan patience)
    {
        fixed (NativeMessage** messages = _taken)
        {
            var there = Librdkafka.ConsumeBatch(_queue, 0, messages, IRecordConsumer.MaxBatch);
            if (there > 0)
            {
                return (int)there;
            }

            if (Librdkafka.ConsumeBatch(_queue, (int)patience.TotalMilliseconds, messages, 1) <= 0)
            {
                return 0;
            }

            LatelyGone.Clear();
            var more = Librdkafka.ConsumeBatch(_queue, 0, messages + 1, IRecordConsumer.MaxBatch - 1);
            if (LatelyGone.Count > 0 && IsLatelyGone(messages[0]))
            {
                // Its partition was taken away while the others were read: its new owner reads it again.
                Librdkafka.Destroy(messages[0]);
                messages[0] = null;
                _lastTopic = 0;
            }

            return 1 + (int)Math.Max(more, 0);
        }
    }

    private bool IsLatelyGone(NativeMessage* message) =>
        message->Error == 0 && LatelyGone.Contains(new(TopicOf(message->Topic), message->Partition));

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

    /// <summary>Keeps a record; drops ends of partitions, errors, and records of partitions that now belong to another member.</summary>
    private void Keep(NativeMessage* message)
    {
        var topic = message->Topic == 0 ? null : TopicOf(message->Topic);
        if (topic is null || message->Offset == Offset.Unset.Value)
        {
            Report(ErrorOf(message), topic); // an error of the client or a topic: its partition has no meaning
        }
        else if (IsOurs(topic, message->Partition))
        {
            switch ((ErrorCode)message->Error)
            {
                case ErrorCode.NoError:
                    _taken[_count] = message;
                    _topics[_count] = topic;
                    _count++;
                    Read(topic, message->Partition);
                    return;
                case ErrorCode.Local_PartitionEOF:
                    ReadToEnd(topic, message->Partition, message->Offset);
                    break;
                default:
                    Report(ErrorOf(message), topic, message->Partition);
                    break;
            }
        }

        Librdkafka.Destroy(message);
    }

    private static Error ErrorOf(NativeMessage* message) => new(
        (ErrorCode)message->Error,
        message->Payload == 0 ? "" : Marshal.PtrToStringUTF8(message->Payload, checked((int)message->Length)));

    /// <summary>Messages of a partition are consecutive: one check is enough for all of them.</summary>
    private bool IsOurs(string topic, int partition)
    {
        if (partition != _last.Partition || !ReferenceEquals(topic, _last.Topic))
        {
            _last = (topic, partition, IsAssigned(topic, partition));
        }

        return _last.IsAssigned;
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
