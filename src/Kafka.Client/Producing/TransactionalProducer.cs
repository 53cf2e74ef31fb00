using Confluent.Kafka;
using Kafka.Client.Connecting;
using Kafka.Client.Native;

namespace Kafka.Client.Producing;

/// <summary>
/// Writes records and offsets together or not at all. Readers that take committed records only see all of a transaction at once. A second
/// producer of the same name fences the first, and ends its open transaction.
/// </summary>
/// <param name="connection">The cluster.</param>
/// <param name="transactionalId">The producer's name, which it keeps over restarts.</param>
public sealed class TransactionalProducer(KafkaConnection connection, string transactionalId) : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    private readonly Lock _lock = new();
    private readonly TransactionMark _mark = new(connection, transactionalId);
    private IProducer<byte[], byte[]>? _producer;
    private Error? _undelivered;

    /// <summary>
    /// Returns when the transaction is committed; nothing of it is, when it throws. One without offsets gets a mark, so that
    /// <see cref="WasMade"/> can tell later.
    /// </summary>
    /// <exception cref="TransactionException">It was not committed, or nobody knows; the exception says which.</exception>
    public void Write(IReadOnlyList<ProducedRecord> records, IReadOnlyList<GroupOffsets> offsets)
    {
        lock (_lock)
        {
            var isCommitting = false;
            try
            {
                var producer = _producer ??= Open();
                if (offsets.Count == 0 && records.Count > 0)
                {
                    offsets = [_mark.Next(records[0].Topic)];
                }

                _undelivered = null;
                producer.BeginTransaction();
                foreach (var record in records)
                {
                    Produce(producer, record);
                }

                foreach (var member in offsets)
                {
                    Repeat(() => producer.SendOffsetsToTransaction(member.Offsets, member.Member, Patience));
                }

                isCommitting = true;
                Repeat(() => producer.CommitTransaction(Patience));
            }
            catch (KafkaException exception)
            {
                throw Fail(exception, isCommitting);
            }
        }
    }

    /// <summary>
    /// After a <see cref="Write"/> without offsets whose outcome is unknown: whether its transaction was made. One that is still open is
    /// ended first.
    /// </summary>
    /// <exception cref="TransactionException">The broker did not answer, or refused.</exception>
    public bool WasMade()
    {
        lock (_lock)
        {
            try
            {
                _producer ??= Open();
                return _mark.WasMade();
            }
            catch (KafkaException exception)
            {
                throw Fail(exception, isCommitting: false);
            }
        }
    }

    /// <summary>Makes the producer's name its own, and ends what an earlier bearer left open: readers no longer wait for that.</summary>
    /// <exception cref="TransactionException">The broker did not answer, or refused.</exception>
    public void Claim()
    {
        lock (_lock)
        {
            try
            {
                _producer ??= Open();
            }
            catch (KafkaException exception)
            {
                throw Fail(exception, isCommitting: false);
            }
        }
    }

    public void Dispose()
    {
        lock (_lock)
        {
            Discard();
            _mark.Dispose();
        }
    }

    private IProducer<byte[], byte[]> Open()
    {
        LibrdkafkaLoader.ThrowIfMissing();
        var properties = connection.ToProperties(
        [
            new("transactional.id", transactionalId),
            new("transaction.timeout.ms", "15000"), // as long as a broker holds readers up after a crash without a restart
            new("message.timeout.ms", "10000"),
            new("linger.ms", "5"),
            new("compression.type", "lz4"),
        ]);
        properties.Remove("allow.auto.create.topics"); // for consumers only
        var producer = new ProducerBuilder<byte[], byte[]>(properties)
            .SetLogHandler((_, _) => { }) // what matters is thrown too
            .SetErrorHandler((_, _) => { })
            .Build();
        try
        {
            Repeat(() => producer.InitTransactions(Patience));
            return producer;
        }
        catch
        {
            producer.Dispose();
            throw;
        }
    }

    private void Produce(IProducer<byte[], byte[]> producer, ProducedRecord record)
    {
        var message = new Message<byte[], byte[]> { Key = record.Key!, Value = record.Value! };
        if (record.Time is { } time)
        {
            message.Timestamp = new Timestamp(time);
        }

        if (record.Headers.Count > 0)
        {
            message.Headers = [];
            foreach (var (name, value) in record.Headers)
            {
                message.Headers.Add(name, value);
            }
        }

        while (true)
        {
            try
            {
                producer.Produce(record.Topic, message, report => _undelivered ??= IsReason(report.Error) ? report.Error : null);
                return;
            }
            catch (ProduceException<byte[], byte[]> exception) when (exception.Error.Code == ErrorCode.Local_QueueFull)
            {
                producer.Poll(TimeSpan.FromMilliseconds(100)); // until some are on their way
            }
        }
    }

    /// <summary>A purged record shares the fate of another one, which has the reason.</summary>
    private static bool IsReason(Error error) =>
        error.IsError && error.Code is not (ErrorCode.Local_PurgeQueue or ErrorCode.Local_PurgeInflight);

    /// <summary>A call that may go on where it stopped is made again, once: its own time-out is long enough.</summary>
    private static void Repeat(Action call)
    {
        try
        {
            call();
        }
        catch (KafkaRetriableException)
        {
            call();
        }
    }

    /// <summary>Aborts, or begins with a new producer where that is not possible any more.</summary>
    private TransactionException Fail(KafkaException exception, bool isCommitting)
    {
        var mustAbort = exception is KafkaTxnRequiresAbortException;
        if (!mustAbort || exception.Error.IsFatal || !TryAbort())
        {
            Discard();
        }

        // A commit that must be aborted was not made. After any other failure of it, only the group's offsets tell.
        var isUnknown = isCommitting && !mustAbort;
        return new(KafkaFailure.Sentence(_undelivered ?? exception.Error), isUnknown, exception);
    }

    private bool TryAbort()
    {
        try
        {
            _producer!.AbortTransaction(Patience);
            return true;
        }
        catch (KafkaException)
        {
            return false;
        }
    }

    private void Discard()
    {
        _producer?.Dispose();
        _producer = null;
    }
}
