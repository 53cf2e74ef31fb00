using Load.Machine;
using Load.Measuring;
using Load.Servers;

namespace Load.Systems.Sigma.Streaming;

/// <summary>A broker, and whoever reads from it at the moment.</summary>
internal sealed class RunningStream(KafkaBroker broker, SetupContext context) : ISystemUnderTest
{
    private volatile IReadOnlyList<IObservedProcess> _readers = [];

    public KafkaBroker Broker => broker;

    /// <summary>The run's, for logs.</summary>
    public DirectoryInfo Folder => context.Folder;

    /// <summary>The processors of the program that reads; null for all.</summary>
    public Processors? Processors => context.Processors;

    public IReadOnlyList<IObservedProcess> Processes => _readers;

    public HostControl? Control => null;

    public bool IsOurs => true;

    /// <param name="servers">The script that starts a broker, where KAFKA_URL names none.</param>
    /// <param name="context">The run.</param>
    /// <param name="cancellationToken">Stops the lab.</param>
    /// <exception cref="LabException">The broker did not start.</exception>
    public static async Task<ISystemUnderTest> StartAsync(string servers, SetupContext context, CancellationToken cancellationToken) =>
        new RunningStream(await KafkaBroker.UpAsync(servers, isOwn: false, cancellationToken), context);

    /// <summary>
    /// The processes under test from now on; none when a row is over. Those that have ended by themselves are kept, so that they are named.
    /// </summary>
    public void Observe(IReadOnlyList<IObservedProcess> readers) =>
        _readers = readers.Count > 0 ? readers : [.. _readers.Where(reader => reader.HasExited)];

    public ValueTask DisposeAsync() => broker.DisposeAsync();
}
