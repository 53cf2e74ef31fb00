using Load.Corpus;
using Load.Monitoring;
using Load.Recording;
using Load.Server;
using Load.Transports;

namespace Load.Running;

/// <summary>A running service, the transports to it, and which files it knows.</summary>
internal sealed class ServiceUnderTest(ServiceProcess process, ServiceSettings settings, DirectoryInfo data) : IAsyncDisposable
{
    private readonly Dictionary<string, ITransport> _transports = [];
    private readonly HashSet<SourceFile> _known = [];

    public ServiceProcess Process => process;

    public ServiceSettings Settings => settings;

    public ServiceControl Control { get; } = new(process.Http);

    /// <param name="start">What is started.</param>
    /// <param name="settings">What it is started with.</param>
    /// <param name="cancellationToken">Ends the wait for it to be ready.</param>
    public static async Task<ServiceUnderTest> StartAsync(ServiceStart start, ServiceSettings settings, CancellationToken cancellationToken)
    {
        var data = Directory.CreateTempSubdirectory("analyzer-lab-");
        try
        {
            return new ServiceUnderTest(await ServiceProcess.StartAsync(start, settings, data.FullName, cancellationToken), settings, data);
        }
        catch
        {
            data.Delete(recursive: true);
            throw;
        }
    }

    public ITransport Transport(string name)
    {
        if (!_transports.TryGetValue(name, out var transport))
        {
            _transports.Add(name, transport = TransportCatalog.Create(name, process.Http, process.Grpc));
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
        await process.DisposeAsync();
        data.Delete(recursive: true);
    }
}
