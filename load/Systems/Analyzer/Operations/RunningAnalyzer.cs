using Load.Machine;
using Load.Measuring;
using Load.Systems.Analyzer.Corpus;
using Load.Systems.Analyzer.Service;
using Load.Systems.Analyzer.Stores;
using Load.Systems.Analyzer.Transports;

namespace Load.Systems.Analyzer.Operations;

/// <summary>A running service, the transports to it, its store, and which files it knows.</summary>
internal sealed class RunningAnalyzer : ISystemUnderTest, IAnalyzerEdges
{
    private readonly Dictionary<string, ITransport> _transports = [];
    private readonly HashSet<SourceFile> _known = [];
    private readonly ServiceProcess? _process;
    private readonly TemporaryStore? _store;
    private readonly string? _key;

    private RunningAnalyzer(ServiceProcess process, TemporaryStore store, string? key)
        : this(process.Http, process.Grpc, process.Observed) => (_process, _store, _key) = (process, store, key);

    private RunningAnalyzer(Uri http, Uri grpc, IObservedProcess observed)
    {
        (Http, Grpc, Processes) = (http, grpc, [observed]);
        Control = new HostControl(http);
    }

    /// <summary>HTTP/1.1.</summary>
    public Uri Http { get; }

    /// <summary>HTTP/2.</summary>
    public Uri Grpc { get; }

    public IReadOnlyList<IObservedProcess> Processes { get; }

    public HostControl Control { get; }

    public bool IsOurs => _process is not null;

    /// <param name="start">The program to start.</param>
    /// <param name="target">The store of its reports, unless the settings name another.</param>
    /// <param name="settings">Its settings.</param>
    /// <param name="cancellationToken">Ends the wait for it to be ready.</param>
    public static async Task<RunningAnalyzer> StartAsync(
        ServiceStart start, StoreTarget target, ServiceSettings settings, CancellationToken cancellationToken)
    {
        var store = new TemporaryStore(target, settings);
        try
        {
            var led = settings.Or(store.Options);
            if (settings.Keys is { Count: > 0 } keys)
            {
                var file = Path.Combine(store.Folder, "keys.json");
                await keys.WriteAsync(file, cancellationToken);
                led = led.Or([new("Analyzer:Keys", file)]);
            }

            if (settings.Reports > 0)
            {
                await StoreFilling.RunAsync(start, led, store.Folder, cancellationToken);
                await store.WaitUntilMergedAsync(cancellationToken);
            }

            return new RunningAnalyzer(
                await ServiceProcess.StartAsync(start, led, store.Folder, cancellationToken), store, settings.Keys?.Shown);
        }
        catch
        {
            await store.DisposeAsync();
            throw;
        }
    }

    /// <param name="target">The address of one that runs already.</param>
    /// <param name="cancellationToken">Ends the wait for its answer.</param>
    public static async Task<RunningAnalyzer> ConnectAsync(Target target, CancellationToken cancellationToken)
    {
        var service = await RemoteService.ConnectAsync(target, cancellationToken);
        return new RunningAnalyzer(service.Http, service.Grpc, service);
    }

    public ITransport Transport(string name)
    {
        if (!_transports.TryGetValue(name, out var transport))
        {
            _transports.Add(name, transport = TransportCatalog.Create(name, Http, Grpc, _key));
        }

        return transport;
    }

    /// <inheritdoc/>
    public async Task MakeKnownAsync(FileSet files, ExpectedVerdicts verdicts, CancellationToken cancellationToken)
    {
        using var caller = Transport(TransportCatalog.Rest).NewCaller(0);
        foreach (var file in files.Files.Where(_known.Add))
        {
            var answer = await caller.SubmitAsync(file.Known, cancellationToken);
            cancellationToken.ThrowIfCancellationRequested();
            if (new Expected(answer.Kind, file.Known).Mismatch(answer, verdicts) is { } fault)
            {
                throw new LabException($"The service was given {file.Name} ({files.Label}) and answered wrongly: {fault}.");
            }
        }
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var transport in _transports.Values)
        {
            await transport.DisposeAsync();
        }

        Control.Dispose();
        await (_process?.DisposeAsync() ?? ValueTask.CompletedTask);
        await (_store?.DisposeAsync() ?? ValueTask.CompletedTask);
    }
}
