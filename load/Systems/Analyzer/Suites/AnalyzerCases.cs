using Load.Machine;
using Load.Measuring;
using Load.Statistics;
using Load.Systems.Analyzer.Corpus;
using Load.Systems.Analyzer.Operations;
using Load.Systems.Analyzer.Overload;
using Load.Systems.Analyzer.Service;
using Load.Systems.Analyzer.Stores;
using Load.Systems.Analyzer.Transports;

namespace Load.Systems.Analyzer.Suites;

/// <summary>Makes the cases of a suite: who asks the analyzer for what, over which transport, with which files.</summary>
internal sealed class AnalyzerCases
{
    private readonly AnalyzerRequest _request;
    private readonly FileLibrary _files;
    private readonly ExpectedVerdicts _verdicts = new();
    private readonly NonceCounter _nonces = new();
    private readonly SharedRandom _seeds;
    private readonly ulong _session;
    private bool _needsHttp2;
    private bool _needsTls;

    /// <summary>
    /// Whether the service's limit on uploads moves, as it does when nobody says otherwise. A caller of the closed model that is refused
    /// asks again at once, which no client does that heeds Retry-After: those rows are measured with the fixed bounds alone.
    /// </summary>
    public bool IsAdaptive { get; init; }

    public AnalyzerCases(AnalyzerRequest request)
    {
        _request = request;
        _files = new FileLibrary(request.Seed, request.Corpus);
        _seeds = new SharedRandom(request.Seed);

        // A service that outlives the lab must not have seen the files of an earlier run.
        _session = request.Target is null ? request.Seed : (ulong)TimeProvider.System.GetUtcNow().UtcTicks;
    }

    /// <param name="transport">A name of <see cref="TransportCatalog"/>.</param>
    /// <param name="operation">The operation of its requests.</param>
    /// <param name="size">Bytes of the files; null for a person's own.</param>
    /// <param name="load">How requests come.</param>
    /// <param name="settings">The service's settings.</param>
    /// <param name="connecting">Whether connections are kept.</param>
    public Case Case(
        string transport, Operation operation, long? size, LoadShape load, ServiceSettings settings,
        ConnectionUse connecting = ConnectionUse.Kept)
    {
        _needsTls |= TransportCatalog.UsesTls(transport);
        _needsHttp2 |= TransportCatalog.UsesHttp2(transport);
        return new Case
        {
            Dimensions =
            [
                new(AnalyzerDimensions.Transport, transport),
                new(AnalyzerDimensions.File, operation.Name),
                size is { } bytes ? Dimension.Bytes(AnalyzerDimensions.Size, bytes) : new(AnalyzerDimensions.Size, "own")
                {
                    IsNumber = true,
                },
                .. connecting == ConnectionUse.Kept ? (Dimension[])[]
                    : [new(AnalyzerDimensions.Connection, connecting == ConnectionUse.First ? "first" : "resumed")],
                load.Dimension,
                .. settings.Dimensions.Select(setting => Dimension.Setting(setting.Key, setting.Value)),
            ],
            Source = new CountSource.Requests(load, (system, cancellationToken) =>
                OpenAsync((IAnalyzerEdges)system, transport, connecting, operation, size, cancellationToken)),
            Setup = new Setup(settings.Name, async (context, cancellationToken) => await StartAsync(settings, context, cancellationToken))
            {
                Programs = _request.Target is null ? [LabEndpoints.Project] : [],
                HasUnseenHelpers = _request.Target is not null || _request.Store.Name == StoreTarget.Elasticsearch,
            },
            BytesPerUnit = operation.SendsBody ? size ?? _files.Own().MeanSize : 0,
            Needs = CapacityEstimate.NeedsOf(transport, size, load),
            AskedMinThreads = settings.MinThreads,
            IsLabOnly = operation.IsLabOnly,
            Drain = CapacityEstimate.Here.Drain(operation, size, load),
            Kind = connecting == ConnectionUse.Kept ? $"{transport} {operation.Name}" : $"{transport} {operation.Name} {connecting}",
            Obstacle = TransportCatalog.ObstacleTo(transport) ?? ObstacleTo(transport, connecting) ?? LossyLink.ObstacleTo(settings.Link)
                ?? (_request.Target is null ? null : ObstacleAtTarget(operation, settings)),
        };
    }

    private string? ObstacleTo(string transport, ConnectionUse connecting) =>
        _request.Target?.Scheme == Uri.UriSchemeHttp && TransportCatalog.UsesTls(transport)
            ? "it goes over TLS, and --target names an address without (https://host:5443)"
        : connecting == ConnectionUse.Resumed && transport is TransportCatalog.RestOverHttp3 or TransportCatalog.GrpcOverHttp3
            ? ".NET's QUIC client resumes no session"
        : null;

    /// <summary>Why a row cannot be measured at a service that the lab has not started; null when it can.</summary>
    internal static string? ObstacleAtTarget(Operation operation, ServiceSettings settings) =>
        operation.IsCeiling ? "it asks for what a service opens to its own lab only (Analyzer:Ceilings:Enabled)"
        : settings.Options.Count > 0
            ? $"it needs a service started with {string.Join(' ', settings.Options.Select(option => $"{option.Key}={option.Value}"))}"
        : null;

    /// <summary>Starts an analyzer, or finds the one that a person named.</summary>
    public async Task<RunningAnalyzer> StartAsync(ServiceSettings settings, SetupContext context, CancellationToken cancellationToken)
    {
        if (_request.Target is { } http)
        {
            var target = Target.At(http, _request.TargetGrpc, _needsHttp2) with { Key = _request.Key };
            return await RunningAnalyzer.ConnectAsync(target, cancellationToken);
        }

        var start = new ServiceStart(_request.Service ?? ServiceStart.BuiltAssembly, Path.Combine(context.Folder.FullName, "service.log"))
        {
            Options = IsAdaptive || _request.Service is not null ? _request.Settings
                : new Dictionary<string, string>(UploadLimit.NotAdaptive.Concat(_request.Settings)
                    .GroupBy(setting => setting.Key, (key, alike) => KeyValuePair.Create(key, alike.Last().Value))),
            Processors = context.Processors,
        };
        return await RunningAnalyzer.StartAsync(
            start, _request.Store, settings with { HasTls = _needsTls || settings.Link is not null }, cancellationToken);
    }

    private async Task<IClientSource> OpenAsync(
        IAnalyzerEdges analyzer, string transport, ConnectionUse connecting, Operation operation, long? size,
        CancellationToken cancellationToken)
    {
        var files = _files.Of(size);
        if (operation.NeedsKnownFiles)
        {
            await analyzer.MakeKnownAsync(files, _verdicts, cancellationToken);
        }

        return new AnalyzerClients(
            analyzer.Transport(transport, connecting), operation, files, _verdicts, () => new FreshFile(_session, _nonces), _seeds.Next);
    }

    /// <summary>Random numbers for several threads, each number once.</summary>
    private sealed class SharedRandom(ulong seed)
    {
        private readonly Lock _lock = new();
        private SplitMix64 _random = new(seed);

        public ulong Next()
        {
            lock (_lock)
            {
                return _random.Next();
            }
        }
    }
}
