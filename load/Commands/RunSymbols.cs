using System.CommandLine;
using Load.Running;
using Load.Server;
using Load.Stores;
using Load.Suites;

namespace Load.Commands;

/// <summary>What can be said of a run on the command line.</summary>
internal sealed class RunSymbols
{
    private readonly Option<string?> _only = new("--only")
    {
        Description = "Rows to measure, such as size=1MB,transport=grpc; more values for one name: size=1MB,size=10MB",
    };

    private readonly Option<int?> _repeat = new("--repeat") { Description = "How often each row is measured [default: the suite's]" };

    private readonly Option<double?> _seconds = new("--seconds") { Description = "How long a row is measured at a time [default: the suite's]" };

    private readonly Option<double?> _minutes = new("--minutes") { Description = "How long the soak lasts [default: 2]" };

    private readonly Option<string?> _corpus = new("--corpus") { Description = "A folder with files of your own, in place of generated ones" };

    private readonly Option<ulong> _seed = new("--seed") { Description = "Of the generated files", DefaultValueFactory = _ => RunOptions.DefaultSeed };

    private readonly Option<string> _out = new("--out")
    {
        Description = "Where the folder with the results is made",
        DefaultValueFactory = _ => ProjectFolder.Results,
    };

    private readonly Option<string?> _service = new("--service") { Description = "Another Analyzer.Service.dll than the one built along" };

    private readonly Option<string> _store = new("--store")
    {
        Description = "Where the service keeps reports: sqlite, or elasticsearch with --store-url",
        DefaultValueFactory = _ => StoreTarget.Sqlite,
    };

    private readonly Option<string?> _storeUrl = new("--store-url") { Description = "Nodes of Elasticsearch, such as http://127.0.0.1:9200; several with commas" };

    private readonly Option<long?> _reports = new("--reports") { Description = "In the larger store of `volume` [default: 1000000]" };

    private readonly Option<string?> _baseline = new("--baseline") { Description = "summary.json of an earlier run, or its folder: a column against it; exit code 2 when something is worse, 3 when the runs do not compare" };

    private readonly Option<bool> _force = new("--force") { Description = "Compare with --baseline also when machines, runtimes, stores are unlike" };

    private readonly Option<string?> _target = new("--target") { Description = "Address of a service that runs already, such as http://host:5080; the lab starts none and cannot look into its process" };

    private readonly Option<string?> _targetGrpc = new("--target-grpc")
    {
        Description = $"Its HTTP/2 address [default: the host of --target at port {Target.DefaultGrpcPort}; with https the same address]",
    };

    private readonly Option<string[]> _set = new("--set")
    {
        Description = "A setting of the service, such as Analyzer:Ceilings:SlowdownPercent=10; may be given several times",
        DefaultValueFactory = _ => [],
    };

    private readonly Option<int?> _metricsPort = new("--metrics-port") { Description = "Where the lab shows its own /metrics while it runs [default: a free port]" };

    public RunSymbols()
    {
        Suite = new Argument<string>("suite") { Description = "What to measure; `list` shows them", DefaultValueFactory = _ => SuiteCatalog.Default };
        Suite.AcceptOnlyFromAmong([.. SuiteCatalog.Names]);
        _store.AcceptOnlyFromAmong([.. StoreTarget.Names]);
        Require(_storeUrl, url => url is null || ElasticsearchServer.IsAddress(url), "http or https addresses, separated by commas");
        Require(_reports, reports => reports is null or >= 100, "at least 100");
        Require(_repeat, repeat => repeat is null or >= 1, "at least 1");
        Require(_metricsPort, port => port is null or (>= 1 and <= 65535), "a port, 1 to 65535");
        Require(_target, IsAddress, "an http or https address, such as http://127.0.0.1:5080");
        Require(_targetGrpc, IsAddress, "an http or https address, such as http://127.0.0.1:5081");
        Require(_minutes, minutes => minutes is null or > 0, "more than 0");
        Require(_seconds, seconds => seconds is null or (>= 1 and <= 86_400), "1 to 86400, since NBomber measures no shorter");
    }

    public Argument<string> Suite { get; }

    public void AddOptionsTo(Command command)
    {
        command.Validators.Add(result =>
        {
            if (result.GetValue(_store) == StoreTarget.Elasticsearch && result.GetValue(_storeUrl) is null)
            {
                result.AddError("--store elasticsearch: name a server with --store-url, such as http://127.0.0.1:9200.");
            }
        });
        command.Validators.Add(result =>
        {
            if (result.GetValue(_target) is null ? result.GetValue(_targetGrpc) is not null : OfOwnService.Any(option => result.GetResult(option) is { Implicit: false }))
            {
                result.AddError("--target measures a service that runs already: --target-grpc goes with it, --service, --set, --store and --store-url are for one that the lab starts.");
            }
        });
        foreach (var option in new Option[] { _only, _repeat, _seconds, _minutes, _corpus, _seed, _out, _service, _set, _baseline, _force, _target, _targetGrpc, _store, _storeUrl, _reports, _metricsPort })
        {
            command.Add(option);
        }
    }

    /// <param name="parsed">Without errors.</param>
    /// <param name="suite">Its name.</param>
    public RunOptions Read(ParseResult parsed, string suite) => new()
    {
        Suite = suite,
        Only = parsed.GetValue(_only),
        Repeat = parsed.GetValue(_repeat),
        Slot = parsed.GetValue(_seconds) is { } seconds ? TimeSpan.FromSeconds(seconds) : null,
        Length = parsed.GetValue(_minutes) is { } minutes ? TimeSpan.FromMinutes(minutes) : null,
        Corpus = parsed.GetValue(_corpus),
        Seed = parsed.GetValue(_seed),
        Out = parsed.GetValue(_out)!,
        Service = parsed.GetValue(_service),
        Set = parsed.GetValue(_set)!,
        Baseline = parsed.GetValue(_baseline),
        Force = parsed.GetValue(_force),
        Target = parsed.GetValue(_target) is { } target ? new Uri(target) : null,
        TargetGrpc = parsed.GetValue(_targetGrpc) is { } grpc ? new Uri(grpc) : null,
        Store = new(parsed.GetValue(_store)!, parsed.GetValue(_storeUrl)),
        Reports = parsed.GetValue(_reports),
        MetricsPort = parsed.GetValue(_metricsPort),
    };

    private Option[] OfOwnService => [_service, _set, _store, _storeUrl];

    private static bool IsAddress(string? text) =>
        text is null || (Uri.TryCreate(text, UriKind.Absolute, out var address) && (address.Scheme == Uri.UriSchemeHttp || address.Scheme == Uri.UriSchemeHttps));

    private static void Require<T>(Option<T> option, Func<T?, bool> isValid, string takes) => option.Validators.Add(result =>
    {
        if (!isValid(result.GetValueOrDefault<T>()))
        {
            result.AddError($"{option.Name} takes {takes}.");
        }
    });
}
