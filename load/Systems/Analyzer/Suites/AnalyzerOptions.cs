using System.CommandLine;
using System.CommandLine.Parsing;
using Load.Machine;
using Load.Measuring;
using Load.Systems.Analyzer.Service;
using Load.Systems.Analyzer.Stores;
using Load.Systems.Analyzer.Transports;

namespace Load.Systems.Analyzer.Suites;

/// <summary>The options of every suite that starts an analyzer.</summary>
internal sealed class AnalyzerOptions
{
    private const string Address = "an http or https address without user, path or query, such as";

    private readonly Option<string?> _service = new("--service")
    {
        Description = "Another analyzer.dll than the one built with the lab",
    };

    private readonly Option<string> _store = new("--store")
    {
        Description = "Where the service keeps reports: sqlite, or elasticsearch with --store-url",
        DefaultValueFactory = _ => StoreTarget.Sqlite,
    };

    private readonly Option<string?> _storeUrl = new("--store-url")
    {
        Description = "Nodes of Elasticsearch, such as http://127.0.0.1:9200; several with commas",
    };

    private readonly Option<string?> _target = new("--target")
    {
        Description = "Address of a service that runs already, such as http://host:5080; the lab starts none and cannot look into " +
            "its process",
    };

    private readonly Option<string?> _targetGrpc = new("--target-grpc")
    {
        Description = $"Its HTTP/2 address [default: the host of --target at port {Target.DefaultGrpcPort}; with https the same address]",
    };

    private readonly Option<string[]> _set = new("--set")
    {
        Description = "A setting of the service, such as Analyzer:Ceilings:SlowdownPercent=10; may be given several times",
        DefaultValueFactory = _ => [],
    };

    /// <summary>For suites that go over several transports.</summary>
    public Option<string?> Transports { get; } = new("--transports")
    {
        Description = "Transports to measure, the first of which the others are set against, with commas: " +
            $"{string.Join(", ", TransportCatalog.Names)} [default: the suite's]",
    };

    private readonly Option<string?> _key = new("--key")
    {
        Description = "The key that is shown to --target with each request; LAB_KEY in the environment keeps it out of process lists",
    };

    public AnalyzerOptions()
    {
        Transports.Require(AreTransports, $"names with commas, each once: {string.Join(", ", TransportCatalog.Names)}");
        _store.AcceptOnlyFromAmong([.. StoreTarget.Names]);
        _storeUrl.Require(url => url is null || ElasticsearchServer.IsAddress(url), "http or https addresses, separated by commas");
        _target.Require(IsAddress, $"{Address} http://127.0.0.1:5080");
        _targetGrpc.Require(IsAddress, $"{Address} http://127.0.0.1:5081");
    }

    /// <summary>Which service is measured, and how it is started.</summary>
    public IReadOnlyList<Option> OfService => [_service, _set, _store, _storeUrl, _target, _targetGrpc, _key];

    /// <summary>A suite of the analyzer.</summary>
    /// <param name="name">On the command line.</param>
    /// <param name="description">One line.</param>
    /// <param name="create">Makes it.</param>
    /// <param name="own">Options of this suite alone.</param>
    public SuiteCommand Command(string name, string description, Func<AnalyzerRequest, ParseResult, Suite> create, params Option[] own) =>
        new(name, description, (parsed, seed) =>
        {
            var request = Read(parsed, seed);
            var suite = create(request, parsed);
            return At(request, suite.AdHoc is null ? suite with { AdHoc = (CustomSuite.Name, CustomSuite.Dimensions) } : suite);
        })
        {
            Options = [.. own, .. OfService],
            Validate = Validate,
        };

    /// <param name="parsed">Without errors.</param>
    /// <param name="seed">The run's seed.</param>
    public AnalyzerRequest Read(ParseResult parsed, ulong seed) => new()
    {
        Seed = seed,
        Service = Existing(parsed.GetValue(_service)),
        Settings = ServiceOptions.Parse(parsed.GetValue(_set) ?? []),
        Transports = parsed.GetResult(Transports) is null ? null : Split(parsed.GetValue(Transports)),
        Target = parsed.GetValue(_target) is { } target ? new Uri(target) : null,
        TargetGrpc = parsed.GetValue(_targetGrpc) is { } grpc ? new Uri(grpc) : null,
        Key = parsed.GetValue(_key) ?? (parsed.GetValue(_target) is null ? null : Environment.GetEnvironmentVariable("LAB_KEY")),
        Store = new(parsed.GetValue(_store) ?? StoreTarget.Sqlite, parsed.GetValue(_storeUrl)),
    };

    /// <summary>It is started after the folder of the run is made, and dotnet's own words for a missing file are about commands.</summary>
    private static string? Existing(string? service) => service is null || File.Exists(service) ? service
        : throw new LabException($"--service: there is no file {service}.");

    /// <summary>The suite as the service is that it is measured at.</summary>
    public static Suite At(AnalyzerRequest request, Suite suite) => request.Target is { } target ? AtTarget(suite, target) : suite;

    /// <summary>The service runs elsewhere, and cannot be started as a suite would have it.</summary>
    private static Suite AtTarget(Suite suite, Uri target) => suite with
    {
        Cases =
        [
            .. suite.Cases.Select(one => one with
            {
                Obstacle = one.Obstacle ?? (suite.NewProcessPerIteration ? "it needs a new process for each iteration" : null),
            }),
        ],
        Clock = "Times in ms, of successful requests, from sending to the answer having been read. " +
            $"The service ran elsewhere, at {target}: there are no figures of its process, and the machine named above is the lab's.",
    };

    private void Validate(CommandResult result)
    {
        if (result.GetValue(_store) == StoreTarget.Elasticsearch && result.GetValue(_storeUrl) is null)
        {
            result.AddError("--store elasticsearch: name a server with --store-url, such as http://127.0.0.1:9200.");
        }

        Option[] ofOwnService = [_service, _set, _store, _storeUrl];
        if (result.GetValue(_target) is null
            ? result.GetValue(_targetGrpc) is not null || result.GetValue(_key) is not null
            : ofOwnService.Any(option => result.GetResult(option) is { Implicit: false }))
        {
            result.AddError(
                "--target measures a service that runs already: --target-grpc and --key go with it, " +
                "--service, --set, --store and --store-url are for one that the lab starts.");
        }
    }

    private static bool AreTransports(string? text) => Split(text) is not { } names ||
        (names.Length > 0 && names.Distinct().Count() == names.Length && names.All(TransportCatalog.Names.Contains));

    private static string[]? Split(string? text) => text is null ? null
        : [.. text.Split(',', StringSplitOptions.TrimEntries).Select(name => Words.Known(name, TransportCatalog.Names) ?? name)];

    /// <summary>A path would be ignored, and what stands before an @ be a password in the report.</summary>
    private static bool IsAddress(string? text) => text is null ||
        (Uri.TryCreate(text, UriKind.Absolute, out var address) &&
            (address.Scheme == Uri.UriSchemeHttp || address.Scheme == Uri.UriSchemeHttps) &&
            address is { UserInfo: "", PathAndQuery: "/", Fragment: "" });
}

/// <summary>The options of a run that concern the analyzer.</summary>
internal sealed record AnalyzerRequest
{
    public ulong Seed { get; init; }

    /// <summary>The service's dll, when it is not the one built with the lab.</summary>
    public string? Service { get; init; }

    /// <summary>Configuration that every service is started with.</summary>
    public IReadOnlyDictionary<string, string> Settings { get; init; } = new Dictionary<string, string>();

    /// <summary>REST address of a service that runs already; null when the lab starts one.</summary>
    public Uri? Target { get; init; }

    /// <summary>Its HTTP/2 address, when it is not where a service has it by default.</summary>
    public Uri? TargetGrpc { get; init; }

    /// <summary>The transports that a person named; null for the suite's own.</summary>
    public IReadOnlyList<string>? Transports { get; init; }

    /// <summary>The key that is shown to it; null for none.</summary>
    public string? Key { get; init; }

    /// <summary>The store of the services.</summary>
    public StoreTarget Store { get; init; } = StoreTarget.Default;

    /// <summary>Folder with a person's own files; null for generated ones.</summary>
    public string? Corpus { get; init; }

    /// <exception cref="LabException">A store's server is named and does not answer.</exception>
    public async Task<SystemFacts> DescribeAsync(CancellationToken cancellationToken) => new()
    {
        Settings = Settings,
        Target = Target?.ToString(),
        Others = new Dictionary<string, string>
        {
            ["corpus"] = Corpus ?? "generated",
            ["store"] = Target is null ? await Store.DescribeAsync(cancellationToken) : "the target's own",
        },
    };
}
