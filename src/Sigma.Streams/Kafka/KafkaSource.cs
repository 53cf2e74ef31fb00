using Kafka.Client.Connecting;
using Kafka.Client.Native;
using Microsoft.Extensions.Options;
using Sigma.Streams.Flow;
using Sigma.Streams.Metrics;
using Sigma.Streams.Settings;

namespace Sigma.Streams.Kafka;

/// <summary>Reads topics as a group: a thread for each processor, each with its own member.</summary>
internal sealed partial class KafkaSource : ISource
{
    public const string Name = "kafka";

    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    private readonly KafkaOptions _options;
    private readonly bool _commits;
    private readonly KafkaGroup _group;
    private readonly KafkaMatches _matches;
    private readonly KafkaAvro _avro;
    private readonly TimeProvider _time;
    private readonly ILogger<KafkaSource> _logger;
    private readonly KafkaMember?[] _members;

    public KafkaSource(
        IOptions<KafkaOptions> options, IOptions<SigmaOptions> sigma, KafkaGroup group, KafkaMatches matches, KafkaAvro avro,
        SigmaMetrics metrics,
        TimeProvider time, ILogger<KafkaSource> logger)
    {
        (_options, _group, _matches, _avro, _time, _logger) = (options.Value, group, matches, avro, time, logger);
        _commits = !Names.SinksOf(sigma.Value).Contains(KafkaSink.Name);
        _members = new KafkaMember?[_options.Threads > 0 ? _options.Threads : Environment.ProcessorCount];
        metrics.Measure(
            "sigma_kafka_lag_records", "Unread records in the topics.", () => _members.Sum(member => member?.Lag ?? 0));
        metrics.Measure(
            "sigma_kafka_lag_seconds", "How long ago the last read record came to the broker, while there are more.",
            () => _members.Max(member => member?.Behind is { } behind ? (time.GetUtcNow() - behind).TotalSeconds : 0));
    }

    public async Task RunAsync(IIntake intake, CancellationToken cancellationToken)
    {
        LibrdkafkaLoader.ThrowIfMissing();
        if (_options.Topics is [])
        {
            throw new InvalidDataException("The source kafka has no topic: name one in Sigma:Kafka:Topics:0.");
        }

        if (_matches.IsMissing)
        {
            Log.LosesMatches(_logger);
        }

        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        List<Task> threads = [.. Enumerable.Range(0, _members.Length).Select(thread => Task.Factory.StartNew(
            () => Run(thread, intake, stop.Token), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default))];
        try
        {
            // A failure that every member would have ends the source at once; otherwise the others would continue without the partitions of
            // this one.
            await foreach (var ended in Task.WhenEach(threads))
            {
                await ended;
            }
        }
        finally
        {
            await stop.CancelAsync();
            await Task.WhenAll(threads).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    /// <summary>A member that fails is replaced by another.</summary>
    private void Run(int thread, IIntake intake, CancellationToken cancellationToken)
    {
        var (name, settings, ended) = ($"member {thread}", _options.ConsumerOf(thread), (string?)null);
        while (!cancellationToken.IsCancellationRequested)
        {
            try
            {
                using var member = _members[thread] = new KafkaMember(
                    name, settings, _group, _commits, _matches.NewReader(), _avro.Records, ended);
                member.Run(intake, cancellationToken);
            }
            catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
            {
                return;
            }
            catch (Exception exception) when (KafkaFailure.IsExpected(exception))
            {
                ended = settings.Sentence(exception);
                _group.Report(name, ended);
                Log.BeginsAgain(_logger, thread, ended);
                cancellationToken.WaitHandle.WaitOne(Pause);
            }
            finally
            {
                _members[thread] = null;
            }
        }
    }

    private static partial class Log
    {
        [LoggerMessage(60, LogLevel.Warning, "Member {Thread} of the group has failed, and another takes its place: {Reason}")]
        public static partial void BeginsAgain(ILogger logger, int thread, string reason);

        [LoggerMessage(62, LogLevel.Warning, "Correlations may lack the last matches before a crash: name a topic in "
            + "Sigma:Kafka:MatchTopic, which the sink kafka writes in the transaction of the offsets.")]
        public static partial void LosesMatches(ILogger logger);
    }
}
