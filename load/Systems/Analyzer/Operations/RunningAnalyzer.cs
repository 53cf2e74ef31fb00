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
    private readonly Dictionary<(string Name, ConnectionUse ConnectionUse), ITransport> _transports = [];
    private readonly HashSet<SourceFile> _known = [];
    private readonly ServiceProcess? _process;
    private readonly TemporaryStore? _store;
    private readonly LossyLink? _link;
    private readonly AnalyzerAddresses _to;

    private RunningAnalyzer(ServiceProcess process, TemporaryStore store, AnalyzerAddresses to, LossyLink? link)
        : this(to, process.Observed) => (_process, _store, _link) = (process, store, link);

    private RunningAnalyzer(AnalyzerAddresses to, IObservedProcess observed)
    {
        (_to, Processes) = (to, [observed]);
        Control = new HostControl(to.Http);
    }

    /// <summary>HTTP/1.1.</summary>
    public Uri Http => _to.Http;

    /// <summary>HTTP/2.</summary>
    public Uri Grpc => _to.Grpc;

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
        LossyLink? link = null;
        try
        {
            link = settings.Link is { } shape ? LossyLink.Open(shape) : null;
            var pem = Path.Combine(store.Folder, "lab.pem");
            var certificate = settings.HasTls ? LabCertificate.Write(pem) : null;
            var led = settings.Or(store.Options);
            if (certificate is not null)
            {
                led = led.Or([new("Analyzer:Certificate", pem)]);
                start = start with { HasTls = true };
            }

            if (link is not null)
            {
                // The lab itself asks and fills it in cleartext, past the link.
                led = led.Or([new("Analyzer:AllowPlaintext", "true")]);
                start = start with { Address = link.Inside };
            }

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

            var process = await ServiceProcess.StartAsync(start, led, store.Folder, cancellationToken);
            var to = new AnalyzerAddresses(process.Http, process.Grpc)
            {
                Tls = link is not null && process.Tls is { } tls ? new UriBuilder(tls) { Host = $"{link.Outside}" }.Uri : process.Tls,
                Key = settings.Keys?.Shown,
                Trust = new TlsTrust(certificate),
            };
            return new RunningAnalyzer(process, store, to, link);
        }
        catch
        {
            link?.Dispose();
            await store.DisposeAsync();
            throw;
        }
    }

    /// <param name="target">The address of one that runs already.</param>
    /// <param name="cancellationToken">Ends the wait for its answer.</param>
    public static async Task<RunningAnalyzer> ConnectAsync(Target target, CancellationToken cancellationToken)
    {
        var service = await RemoteService.ConnectAsync(target, cancellationToken);
        return new RunningAnalyzer(
            new AnalyzerAddresses(service.Http, service.Grpc)
            {
                Tls = service.Http.Scheme == Uri.UriSchemeHttps ? service.Http : null,
                Key = target.Key,
            },
            service);
    }

    public ITransport Transport(string name, ConnectionUse connecting = ConnectionUse.Kept)
    {
        if (!_transports.TryGetValue((name, connecting), out var transport))
        {
            _transports.Add((name, connecting), transport = TransportCatalog.Create(name, _to, connecting));
        }

        return transport;
    }

    /// <inheritdoc/>
    public async Task MakeKnownAsync(FileSet files, ExpectedVerdicts verdicts, CancellationToken cancellationToken)
    {
        using var caller = Transport(TransportCatalog.Rest, ConnectionUse.Kept).NewCaller(0);
        foreach (var file in files.Files.Where(_known.Add))
        {
            var answer = await caller.SubmitAsync(file.Known, cancellationToken);
            cancellationToken.ThrowIfCancellationRequested();
            var fault = answer.Kind is AnalyzerResponseKind.Declined or AnalyzerResponseKind.WithoutKey ? answer.Fault
                : new Expected(answer.Kind, file.Known).Mismatch(answer, verdicts);
            if (fault is not null)
            {
                throw new LabException($"The service was given {file.Name} ({files.Label}) and answered wrongly: {fault}." +
                    (answer.Kind == AnalyzerResponseKind.WithoutKey
                        ? " --key, or LAB_KEY in the environment, names one with the scopes submit and read." : ""));
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
        _link?.Dispose();
        await (_store?.DisposeAsync() ?? ValueTask.CompletedTask);
    }
}
