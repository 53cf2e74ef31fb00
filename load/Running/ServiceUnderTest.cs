using Load.Corpus;
using Load.Monitoring;
using Load.Recording;
using Load.Server;
using Load.Stores;
using Load.Transports;

namespace Load.Running;

/// <summary>A running service, the transports to it, and which files it knows.</summary>
internal sealed class ServiceUnderTest(IRunningService service, ServiceSettings settings, StorePlace? place) : IAsyncDisposable
{
    private readonly Dictionary<string, ITransport> _transports = [];
    private readonly HashSet<SourceFile> _known = [];

    public IRunningService Service => service;

    public ServiceSettings Settings => settings;

    /// <summary>The lab started it, so its process is there to be looked into.</summary>
    public bool IsOurs => place is not null;

    public ServiceControl Control { get; } = new(service.Http);

    /// <param name="start">What is started.</param>
    /// <param name="settings">What it is started with.</param>
    /// <param name="cancellationToken">Ends the wait for it to be ready.</param>
    public static async Task<ServiceUnderTest> StartAsync(ServiceStart start, ServiceSettings settings, CancellationToken cancellationToken)
    {
        var place = new StorePlace(start.Store, settings);
        try
        {
            if (settings.Reports > 0)
            {
                await StoreFilling.RunAsync(start, settings.At(place), place.Folder, cancellationToken);
                await place.SettleAsync(cancellationToken);
            }

            return new ServiceUnderTest(await ServiceProcess.StartAsync(start, settings.At(place), place.Folder, cancellationToken), settings, place);
        }
        catch
        {
            await place.DisposeAsync();
            throw;
        }
    }

    /// <param name="target">Where one runs already.</param>
    /// <param name="settings">What rows take it to have been started with.</param>
    /// <param name="cancellationToken">Ends the wait for its answer.</param>
    public static async Task<ServiceUnderTest> ConnectAsync(Target target, ServiceSettings settings, CancellationToken cancellationToken) =>
        new(await RemoteService.ConnectAsync(target, cancellationToken), settings, null);

    public ITransport Transport(string name)
    {
        if (!_transports.TryGetValue(name, out var transport))
        {
            _transports.Add(name, transport = TransportCatalog.Create(name, service.Http, service.Grpc));
        }

        return transport;
    }

    /// <summary>Submits what the service has not been given yet.</summary>
    /// <exception cref="LabException">It did not take one, or got it wrong.</exception>
    public async Task MakeKnownAsync(FileSet files, VerdictBook verdicts, CancellationToken cancellationToken)
    {
        var caller = Transport("rest").NewCaller(0);
        foreach (var file in files.Files.Where(_known.Add))
        {
            var answer = await caller.SubmitAsync(file.Known, cancellationToken);
            cancellationToken.ThrowIfCancellationRequested();
            if (new Expected(answer.Reply, file.Known).Mismatch(answer, verdicts) is { } fault)
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
        await service.DisposeAsync();
        if (place is not null)
        {
            await place.DisposeAsync();
        }
    }
}
