using System.Globalization;
using Confluent.Kafka;
using Kafka.Client.Connecting;
using Kafka.Client.Native;

namespace Kafka.Client.Producing;

/// <summary>
/// Writes records and offsets together or not at all: readers of committed records see a transaction all at once. A second producer of the
/// same name fences the first, and ends its open transaction.
/// </summary>
/// <param name="connection">The cluster.</param>
/// <param name="transactionalId">The producer's name, which it keeps over restarts.</param>
public sealed class TransactionalProducer(KafkaConnection connection, string transactionalId) : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    /// <summary>After its own time-out a call ends at once, or never.</summary>
    private static readonly TimeSpan Grace = TimeSpan.FromSeconds(2);

    /// <summary>For the reports of records that have failed.</summary>
    private static readonly TimeSpan ReportPatience = TimeSpan.FromSeconds(1);

    /// <summary>More than the client adds to a record before it compares the size.</summary>
    private const int Framing = 256;

    private readonly Lock _lock = new();
    private readonly TransactionMark _mark = new(connection, transactionalId);
    private IProducer<byte[], byte[]>? _producer;
    private (Error Error, string? Topic)? _undelivered;
    private bool _isDisposed;

    /// <summary>
    /// The largest size of a record, with everything that belongs to it: <c>message.max.bytes</c>, or the client's default.
    /// </summary>
    public int MaxRecordBytes { get; } =
        int.TryParse(connection.Properties.GetValueOrDefault("message.max.bytes"), CultureInfo.InvariantCulture, out var max)
            ? max
            : 1_000_000;

    /// <returns>Whether the client can send a record of this size: otherwise it would make the transaction fail each time.</returns>
    public bool Takes(ProducedRecord record) => record.Bytes <= MaxRecordBytes - Framing;

    /// <summary>
    /// Returns when the transaction is committed; if it throws, nothing of it is. A transaction without offsets gets a mark, so that <see
    /// cref="WasMade"/> can check later.
    /// </summary>
    /// <exception cref="TransactionException">It was not committed, or the outcome is unknown; the exception says which.</exception>
    public void Write(IReadOnlyList<ProducedRecord> records, IReadOnlyList<GroupOffsets> offsets)
    {
        lock (_lock)
        {
            var isCommitting = false;
            var (written, offered) = (records.Select(record => record.Topic), Enumerable.Empty<string>());
            try
            {
                var producer = _producer ??= Open();
                if (offsets.Count == 0 && records.Count > 0)
                {
                    offsets = [_mark.Next(records[0].Topic)];
                }

                _undelivered = null;
                producer.BeginTransaction();
                Action<DeliveryReport<byte[], byte[]>> reported = Reported; // one for all of them
                foreach (var record in records)
                {
                    Produce(producer, record, reported);
                }

                foreach (var member in offsets)
                {
                    offered = member.Offsets.Select(offset => offset.Topic);
                    Repeat(() => InTime(producer, () => producer.SendOffsetsToTransaction(member.Offsets, member.Member, Patience)));
                }

                isCommitting = true;
                offered = [];
                Repeat(() => producer.CommitTransaction(Patience));
            }
            catch (KafkaException exception)
            {
                var groups = offsets.Select(member => member.Group).DefaultIfEmpty(_mark.Group);
                throw Fail(exception, isCommitting, error => MissingRightOf(error, [.. written], [.. offered], [.. groups]));
            }
        }
    }

    /// <summary>
    /// After a <see cref="Write"/> without offsets and with an unknown outcome: whether its transaction was committed. An open one is ended
    /// first.
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
                throw Fail(exception, isCommitting: false, error => MissingRightOf(error, [], [], [_mark.Group]));
            }
        }
    }

    /// <summary>Claims the producer's name, and ends what an earlier owner left open, so that readers no longer wait for that.</summary>
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
                throw Fail(exception, isCommitting: false, error => MissingRightOf(error, [], [], []));
            }
        }
    }

    /// <summary>Creates a client, and drops it: nothing is sent, so the broker need not be reachable.</summary>
    /// <exception cref="PlatformNotSupportedException">The native library is missing.</exception>
    /// <exception cref="InvalidOperationException">The client does not know a property, or cannot be made with it.</exception>
    /// <exception cref="ArgumentException">A property has a value that the client refuses.</exception>
    public void ThrowIfRefused() => Build().Dispose();

    public void Dispose()
    {
        lock (_lock)
        {
            _isDisposed = true;
            Discard();
            _mark.Dispose();
        }
    }

    private IProducer<byte[], byte[]> Open()
    {
        ObjectDisposedException.ThrowIf(_isDisposed, this);
        var producer = Build();
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

    private IProducer<byte[], byte[]> Build()
    {
        LibrdkafkaLoader.ThrowIfMissing();
        var properties = connection.ToProperties(
        [
            new("transactional.id", transactionalId),
            new("transaction.timeout.ms", "15000"), // as long as a broker holds readers up after a crash without a restart
            new("message.timeout.ms", "10000"),
            new("linger.ms", "5"),
            new("retry.backoff.ms", "20"), // a broker that still ends the last transaction refuses the offsets of the next one meanwhile
            new("compression.type", "lz4"),
            new("dotnet.producer.delivery.report.fields", "none"), // of a record that left, only its error and topic are looked at
        ]);
        properties.Remove("allow.auto.create.topics"); // only for consumers
        return new ProducerBuilder<byte[], byte[]>(properties)
            .SetLogHandler((_, _) => { }) // relevant errors are thrown too
            .SetErrorHandler((_, _) => { })
            .Build();
    }

    private static void Produce(
        IProducer<byte[], byte[]> producer, ProducedRecord record, Action<DeliveryReport<byte[], byte[]>> reported)
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
                producer.Produce(record.Topic, message, reported);
                return;
            }
            catch (ProduceException<byte[], byte[]> exception) when (exception.Error.Code == ErrorCode.Local_QueueFull)
            {
                producer.Poll(TimeSpan.FromMilliseconds(100)); // until some are on their way
            }
        }
    }

    private void Reported(DeliveryReport<byte[], byte[]> report)
    {
        if (_undelivered is null && IsReason(report.Error))
        {
            _undelivered = (report.Error, report.Topic);
        }
    }

    /// <summary>A purged record fails together with another one, which has the reason.</summary>
    private static bool IsReason(Error error) =>
        error.IsError && error.Code is not (ErrorCode.Local_PurgeQueue or ErrorCode.Local_PurgeInflight);

    /// <summary>A call that may continue where it stopped is repeated once: its own time-out is long enough.</summary>
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

    /// <summary>
    /// librdkafka forgets the time-out of a request to a group's coordinator that went away, and may wait for ever (its issues 5456 and
    /// 5511). Such a client is left to itself: the next one of its name ends its transaction.
    /// </summary>
    private void InTime(IProducer<byte[], byte[]> producer, Action call)
    {
        var calling = Task.Run(call);
        if (((IAsyncResult)calling).AsyncWaitHandle.WaitOne(Patience + Grace))
        {
            calling.GetAwaiter().GetResult();
            return;
        }

        _producer = null;
        _ = calling.ContinueWith(
            ended =>
            {
                _ = ended.Exception; // nobody waits for it any more
                producer.Dispose();
            },
            CancellationToken.None, TaskContinuationOptions.None, TaskScheduler.Default);
        throw new KafkaException(ErrorCode.Local_TimedOut);
    }

    /// <summary>Aborts, or starts a new producer if that is no longer possible.</summary>
    /// <param name="exception">The reason.</param>
    /// <param name="isCommitting">Whether the commit was requested.</param>
    /// <param name="missingOf">What is forbidden, if anything is.</param>
    private TransactionException Fail(KafkaException exception, bool isCommitting, Func<Error, MissingRight?> missingOf)
    {
        if (_undelivered is null && exception.Error.Code == ErrorCode.Local_State)
        {
            _producer?.Flush(ReportPatience); // a record has failed, and its report, which says why, is still on its way
        }

        var mustAbort = exception is KafkaTxnRequiresAbortException;
        var (error, topic) = _undelivered ?? (exception.Error, null);
        _undelivered = null;
        var missing = topic is not null && MissingRight.IsOne(error)
            ? Forbidden("WRITE", MissingRight.Topics([topic]), error)
            : missingOf(error);
        if (!mustAbort || exception.Error.IsFatal || !TryAbort() || missing is not null)
        {
            Discard(); // also after a denied access: the client would remember it for minutes after it is granted
        }

        // A commit that must be aborted was not made. After any other failure, only the group's offsets tell.
        var isUnknown = isCommitting && !mustAbort;
        return new(missing?.Sentence ?? KafkaFailure.Sentence(error), isUnknown, exception) { Fault = FaultOf(error.Code) };
    }

    private static TransactionFault FaultOf(ErrorCode code) => code switch
    {
        _ when KafkaFailure.IsTopicMissing(code) => TransactionFault.TopicMissing,
        _ when KafkaFailure.IsFenced(code) => TransactionFault.Fenced,
        ErrorCode.MsgSizeTooLarge or ErrorCode.InvalidMsg or ErrorCode.InvalidRecord or ErrorCode.RecordListTooLarge
            => TransactionFault.Refused,
        _ => TransactionFault.ForNow,
    };

    /// <param name="error">What the client reports.</param>
    /// <param name="written">The topics of the transaction's records.</param>
    /// <param name="offered">The topics whose offsets it sent last; empty when it sent none.</param>
    /// <param name="groups">The groups whose offsets it holds.</param>
    private MissingRight? MissingRightOf(Error error, string[] written, string[] offered, string[] groups) => error.Code switch
    {
        ErrorCode.TransactionalIdAuthorizationFailed => Forbidden("WRITE", $"the transactional id {transactionalId}", error),
        ErrorCode.ClusterAuthorizationFailed => Forbidden("IDEMPOTENT_WRITE", "the cluster", error),
        ErrorCode.GroupAuthorizationFailed when groups is not [] =>
            Forbidden("READ", $"the group {string.Join(", ", groups.Distinct())}", error),

        // Records are sent in the background: a call about offsets may fail because of them, and only the client's words tell.
        ErrorCode.TopicAuthorizationFailed when offered is not [] && error.Reason.Contains("offset", StringComparison.OrdinalIgnoreCase) =>
            Forbidden("READ", MissingRight.Topics(offered), error),
        ErrorCode.TopicAuthorizationFailed when written is not [] => Forbidden("WRITE", MissingRight.Topics(written), error),
        _ => null,
    };

    private MissingRight Forbidden(string right, string on, Error error) => new(right, on, connection.Account, error.Reason);

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
