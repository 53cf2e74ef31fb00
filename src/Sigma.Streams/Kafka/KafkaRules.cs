using Confluent.Kafka;
using Kafka.Client.Connecting;
using Kafka.Client.Consuming;
using Kafka.Client.Native;
using Microsoft.Extensions.Options;
using Sigma.Engine.Rules;
using Sigma.Streams.Reloading;
using Sigma.Streams.RuleFiles;

namespace Sigma.Streams.Kafka;

/// <summary>
/// Rules from a compacted topic: a record is a file of rules under its key, and one without a value removes it. All are read before any
/// event is judged; later changes are applied as they arrive.
/// </summary>
internal sealed partial class KafkaRules(IOptions<KafkaOptions> options, RuleStore store, ILogger<KafkaRules> logger)
    : IHostedService, IRuleHome, IDisposable
{
    private const string Origin = "kafka";

    private static readonly TimeSpan Patience = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(10);

    private readonly CancellationTokenSource _stop = new();
    private readonly SortedDictionary<string, string> _rules = new(StringComparer.Ordinal);
    private Task _reading = Task.CompletedTask;

    /// <summary>The rules in use; null while they are not all read.</summary>
    private volatile Dictionary<string, string>? _applied;
    private TaskCompletionSource _pulse = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Why the topic cannot be read; null if it can, or none is configured.</summary>
    public string? Failure { get; private set; }

    public Task StartAsync(CancellationToken cancellationToken)
    {
        if (options.Value.RulesTopic is { } topic)
        {
            LibrdkafkaLoader.ThrowIfMissing();
            store.Await(Origin);
            _reading = Task.Factory.StartNew(
                () => Run(topic), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
        }

        return Task.CompletedTask;
    }

    public async Task StopAsync(CancellationToken cancellationToken)
    {
        await _stop.CancelAsync();
        await _reading.WaitAsync(cancellationToken);
    }

    public void Dispose() => _stop.Dispose();

    public RuleTexts Read() => new([.. (_applied ?? []).Select(rule => new RuleText(NameOf(rule.Key), rule.Value))], []);

    public string? NewFile(string id) => options.Value.RulesTopic is null ? null : NameOf($"{id}.yml");

    public async Task WriteAsync(string file, string? text, CancellationToken cancellationToken)
    {
        if (_applied is null)
        {
            throw new IOException(Failure ?? "The rules of the topic are not all read yet. Try again.");
        }

        var (topic, key) = (options.Value.RulesTopic!, file[NameOf("").Length..]);
        await Task.Run(() => RulesTopic.Write(options.Value.Connection, $"{options.Value.InstanceName}-rules", topic, [new(key, text)]),
            cancellationToken);
        var waited = Task.Delay(Timeout, cancellationToken);
        for (var next = Volatile.Read(ref _pulse).Task; _applied?.GetValueOrDefault(key) != text; next = Volatile.Read(ref _pulse).Task)
        {
            if (await Task.WhenAny(next, waited) == waited)
            {
                await waited;
                throw new IOException("It is in the topic, but not in use yet.");
            }
        }
    }

    private string NameOf(string key) => $"{options.Value.RulesTopic}/{key}";

    private void Run(string topic)
    {
        while (!_stop.IsCancellationRequested)
        {
            try
            {
                Follow(topic);
            }
            catch (Exception exception) when (KafkaFailure.IsExpected(exception) || exception is IOException or UnauthorizedAccessException)
            {
                // Unreadable placeholders are retried, like a broker that cannot be reached.
                Fail(exception is KafkaException kafka ? Sentence(kafka.Error, topic) : KafkaFailure.Sentence(exception));
                _stop.Token.WaitHandle.WaitOne(Patience);
            }
            catch (Exception exception)
            {
                // A bug: nobody awaits this task, and without this log line the rules would silently never change again.
                Log.Broken(logger, topic, exception);
                Fail(exception.Message);
                _stop.Token.WaitHandle.WaitOne(Timeout);
            }
        }
    }

    private void Follow(string topic)
    {
        using var reader = new TopicReader(options.Value.Connection);
        var partitions = reader.PartitionsOf(topic, Timeout);
        if (partitions.Count == 0)
        {
            Fail("The topic is missing: create it, or name another.");
            _stop.Token.WaitHandle.WaitOne(Patience);
            return;
        }

        _rules.Clear();
        reader.Assign(partitions.Select(partition => new TopicPartitionOffset(partition, Offset.Beginning)));
        var (unread, changed) = (partitions.ToHashSet(), true);
        while (!_stop.IsCancellationRequested)
        {
            var record = reader.Read(Patience);
            if (record is { IsPartitionEOF: true })
            {
                unread.Remove(record.TopicPartition);
            }
            else if (record is not null)
            {
                changed |= RulesTopic.Take(_rules, record.Message);
                continue; // there may be more: they are applied together
            }

            if (reader.LastError is { } error)
            {
                // The client does not say when an error is over: a new one starts again, and reaches the ends when it is.
                Fail(Sentence(error, topic));
                _stop.Token.WaitHandle.WaitOne(Patience);
                return;
            }

            if (unread.Count > 0)
            {
                continue;
            }

            if (changed)
            {
                store.Apply(Origin, new([.. _rules.Select(rule => new RuleText(NameOf(rule.Key), rule.Value))], []));
                changed = false;
                _applied = new(_rules);
                Interlocked.Exchange(ref _pulse, new(TaskCreationOptions.RunContinuationsAsynchronously)).SetResult();
            }

            Failure = null;
        }
    }

    private string Sentence(Error error, string topic) =>
        MissingRight.OfReader(error, [topic], group: null, options.Value.Connection)?.Sentence ?? KafkaFailure.Sentence(error);

    private void Fail(string sentence)
    {
        if (Failure is null)
        {
            Log.NotRead(logger, options.Value.RulesTopic!, sentence);
        }

        Failure = $"Rules are not read from {options.Value.RulesTopic}: {sentence}";
    }

    private static partial class Log
    {
        [LoggerMessage(61, LogLevel.Warning, "Rules are not read from the topic {Topic} now: {Reason}")]
        public static partial void NotRead(ILogger logger, string topic, string reason);

        [LoggerMessage(63, LogLevel.Error, "Rules of the topic {Topic} could not be applied, and are read again.")]
        public static partial void Broken(ILogger logger, string topic, Exception exception);
    }
}
