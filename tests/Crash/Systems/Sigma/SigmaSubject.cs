using System.Globalization;
using Confluent.Kafka;
using Crash.Faults;
using Load.Machine;
using Load.Servers;
using Load.Systems.Sigma.Processes;

namespace Crash.Systems.Sigma;

/// <summary>
/// Two instances of a group, which are struck; and, to compare with, another group that reads the same events between the rounds, when
/// nothing disturbs it.
/// </summary>
/// <param name="assembly">The dll of sigma; null for the one that was built with the lab.</param>
/// <param name="rules">A folder.</param>
/// <param name="folder">For data and logs.</param>
/// <param name="broker">Where all of it happens.</param>
/// <param name="avro">If not null, events and alerts are Avro.</param>
/// <param name="name">The begin of the names of topics and groups.</param>
internal sealed class SigmaSubject(string? assembly, string rules, string folder, KafkaBroker broker, AvroTopics? avro, string name)
    : ICrashSubject, IAsyncDisposable
{
    private const int EventPartitions = 6;
    private const int MatchPartitions = 4;
    private const int AlertPartitions = 2;
    private const string Struck = "struck";
    private const string Undisturbed = "undisturbed";

    private static readonly string[] Groups = [Struck, Undisturbed];

    private readonly Ledger<ExpectedAlert> _ledger = new();
    private readonly Dictionary<string, AlertFollower> _followers = [];
    private readonly int _ports = FreePorts.Find([0, 1, 2, 3]);
    private IProducer<Null, byte[]>? _producer;

    public ILedger Ledger => _ledger;

    public Counters Counters { get; } = new();

    private AvroTopics? Avro => avro;

    private string Events => $"{name}-events";

    public async Task<IRunningSystem> StartAsync(bool isReader, CancellationToken cancellationToken)
    {
        await OpenAsync();
        SigmaInstance[] instances = isReader
            ? [NewInstance("reader", Undisturbed, 2, "reader")]
            : [NewInstance("one", Struck, 0, "one"), NewInstance("two", Struck, 1, "two")];
        var running = new Running(this, instances, isReader ? _followers.Values : [_followers[Struck]]);
        try
        {
            Array.ForEach(instances, instance => instance.Launch());
            await Task.WhenAll(instances.Select(instance => instance.BecomeReadyAsync(cancellationToken)));
            return running;
        }
        catch
        {
            await running.DisposeAsync();
            throw;
        }
    }

    public Task StartAndKillAsync(TimeSpan after, CancellationToken cancellationToken) =>
        throw new NotSupportedException("No fault ends the whole system.");

    public ValueTask DisposeAsync()
    {
        _producer?.Dispose();
        foreach (var follower in _followers.Values)
        {
            follower.Dispose();
        }

        return ValueTask.CompletedTask;
    }

    private async Task OpenAsync()
    {
        if (_producer is not null)
        {
            return;
        }

        await broker.CreateTopicsAsync(
            [
                (Events, EventPartitions),
                .. Groups.SelectMany<string, (string, int)>(group => [(Alerts(group), AlertPartitions), (Matches(group), MatchPartitions)]),
            ]);
        foreach (var group in Groups)
        {
            _followers[group] = new(group, broker.Address, Alerts(group), AlertPartitions, avro);
        }

        // An event that was sent twice would be two events.
        var properties = new ProducerConfig { BootstrapServers = broker.Address, EnableIdempotence = true, LingerMs = 2 };
        _producer = new ProducerBuilder<Null, byte[]>(properties).SetErrorHandler((_, _) => { }).SetLogHandler((_, _) => { }).Build();
    }

    private string Alerts(string group) => $"{name}-{group}-alerts";

    private string Matches(string group) => $"{name}-{group}-matches";

    /// <param name="called">For a person.</param>
    /// <param name="group">It joins.</param>
    /// <param name="number">The number of its port.</param>
    /// <param name="member">The name that it keeps over restarts; null for none.</param>
    private SigmaInstance NewInstance(string called, string group, int number, string? member) => new(called, new SigmaStart(
        assembly, Path.Combine(folder, called), _ports + number,
        [
            new("Rules:0", rules),
            new("Lateness", Story.Lateness.ToString("c", CultureInfo.InvariantCulture)),
            new("Sources:0", "kafka"),
            new("Sinks:0", "kafka"),
            new("Kafka:BootstrapServers", broker.Address),
            new("Kafka:Topics:0", Events),
            new("Kafka:Group", $"{name}-{group}"),
            new("Kafka:AlertTopic", Alerts(group)),
            new("Kafka:MatchTopic", Matches(group)),
            new("Kafka:Threads", "2"),
            .. avro is null ? []
                : (KeyValuePair<string, string>[])[new("Kafka:SchemaRegistry", avro.Address), new("Kafka:AvroAlerts", "true")],
            .. member is null ? [] : (KeyValuePair<string, string>[])[new("Kafka:Instance", member)],
        ]));

    internal sealed class Running(
        SigmaSubject subject, IReadOnlyList<SigmaInstance> instances, IEnumerable<AlertFollower> followers) : IRunningSystem
    {
        private SigmaInstance? _guest;

        public IReadOnlyList<IReadBackClient> Clients { get; } = [.. followers];

        public IReadOnlyList<SigmaInstance> Instances => instances;

        /// <summary>A member without a name of its own: the group learns at once when it leaves.</summary>
        public SigmaInstance NewGuest() => _guest = subject.NewInstance("guest", Struck, 3, member: null);

        public ICrashWorker CreateWorker(int number, ulong seed) => new StoryTeller(
            subject._producer!, subject.Events, EventPartitions, subject._followers[Struck], seed, subject._ledger, subject.Counters,
            subject.Avro);

        private IEnumerable<SigmaInstance> Members => _guest is { } guest ? [.. instances, guest] : instances;

        public async Task KillAsync(CancellationToken cancellationToken)
        {
            foreach (var instance in Members)
            {
                await instance.KillAsync(cancellationToken);
            }
        }

        public async ValueTask DisposeAsync()
        {
            foreach (var instance in Members)
            {
                await instance.DisposeAsync();
            }
        }
    }
}
