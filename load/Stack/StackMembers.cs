using System.Globalization;
using Load.Machine;

namespace Load.Stack;

/// <summary>
/// The wiring of the five systems, in the order in which they start: clients reach the gateway, the gateway the analyzers; both send their
/// audit lines to the journal. What the journal has proven goes to Sigma; its alerts, and what the prober tells, go to the journal too.
/// </summary>
internal static class StackMembers
{
    public const string Journal = "journal";
    public const string Sigma = "sigma";
    public const string Forwarder = "forwarder";
    public const string Gateway = "gateway";
    public const string Prober = "prober";
    public const string Reader = "reader";

    /// <summary>The topic by which Sigma gets events, where there is a broker.</summary>
    public const string Topic = "stack-events";

    public const string JournalProject = "Journal";
    public const string JournalAssembly = "journal";

    private static readonly (string Key, string Value)[] Nothing = [];

    private static readonly string Samples = Path.Combine(ProjectFolder.Repository, "src", "Sigma.Streams", "Samples", "stack");

    /// <summary>The projects to build.</summary>
    public static IReadOnlyList<string> Projects { get; } = [JournalProject, "Sigma.Streams", "Analyzer.Service", "Gateway", "Prober"];

    public static string AnalyzerOf(int number) => string.Create(CultureInfo.InvariantCulture, $"analyzer-{number + 1}");

    public static IReadOnlyList<StackMember> Of(StackOptions options, StackPaths folder, StackPorts ports)
    {
        var analyzers = ports.Analyzers.Select((analyzer, number) => AnalyzerOf(options, folder, ports, number, analyzer));
        return options.IsWhole
            ?
            [
                JournalOf(folder, ports),
                SigmaOf(options, folder, ports, Loopback(ports.Journal.Http, "/v1/lines")),
                .. analyzers,
                GatewayOf(options, folder, ports),
                ForwarderOf(options, folder, ports),
                ReaderOf(folder, ports),
                ProberOf(folder, ports),
            ]
            : [.. analyzers, GatewayOf(options, folder, ports)];
    }

    /// <summary>Makes the journal's folder and its reader's key.</summary>
    public static IReadOnlyList<string> JournalInit(StackPaths folder) =>
        ["init", folder.Journal, "--new-reader", folder.Reader, "--origin", "stack.example/journal"];

    private static StackMember JournalOf(StackPaths folder, StackPorts ports) => new(
        Journal,
        JournalProject,
        "keeps the audit trail of all, encrypted and provable",
        Settings(
            "Journal",
            ("DataDirectory", folder.Journal), ("HttpPort", $"{ports.Journal.Http}"), ("UdpPort", $"{ports.Journal.Syslog}"),
            ("TcpPort", $"{ports.Journal.Syslog}"), ("RelpPort", ""), ("Anchors", folder.Anchors)))
    {
        Assembly = JournalAssembly,
        Stage = 0,
        Ready = Loopback(ports.Journal.Http, "/healthz/ready"),
        IsWatched = true,
        Addresses =
        [
            StackAddress.Http(ports.Journal.Http, "lines over HTTP, checkpoints and proofs below /log/"),
            new($"127.0.0.1:{ports.Journal.Syslog}", "syslog over UDP and TCP", ports.Journal.Syslog),
        ],
    };

    private static StackMember SigmaOf(StackOptions options, StackPaths folder, StackPorts ports, Uri lines) => new(
        Sigma,
        "Sigma.Streams",
        "finds what matters in the journal",
        [
            "run",
            .. Settings(
                "Sigma",
                ("HttpPort", $"{ports.Sigma}"), ("DataDirectory", folder.In("sigma")), ("Rules:0", Path.Combine(Samples, "rules")),
                ("Mappings:0", Path.Combine(Samples, "mapping.yml")),
                ("Sinks:0", "console"), ("Sinks:1", "webhook"), ("Webhook:Url", $"{lines}")),
            .. options.Kafka is { } brokers
                ? Settings(
                    "Sigma",
                    ("Sources:0", "kafka"), ("Kafka:BootstrapServers", brokers), ("Kafka:Topics:0", Topic), ("Kafka:Group", "stack"))
                : [],
        ])
    {
        Assembly = "sigma",
        Stage = 1,
        Ready = Loopback(ports.Sigma, "/healthz/ready"),
        IsWatched = true,
        Addresses = [StackAddress.Http(ports.Sigma, "alerts as they come, and rules to edit")],
    };

    private static StackMember AnalyzerOf(
        StackOptions options, StackPaths folder, StackPorts ports, int number, (int Http, int Grpc) own) => new(
        AnalyzerOf(number),
        "Analyzer.Service",
        "examines files",
        Settings(
            "Analyzer",
            [
                ("DataDirectory", folder.In(AnalyzerOf(number))), ("HttpPort", $"{own.Http}"), ("GrpcPort", $"{own.Grpc}"),
                ("TrustedProxies", "127.0.0.1"), // the gateway, which names its clients
                .. options.IsWhole ? [("Audit:Url", JournalUrl(ports))] : Nothing,
                .. options.StoreUrl is { } nodes
                    ? [("Store", "elasticsearch"), ("Elasticsearch:Url", nodes), ("Elasticsearch:Alias", "stack-reports")]
                    : Nothing,
            ]))
        {
            Assembly = "analyzer",
            Stage = 1,
            Ready = Loopback(own.Http, "/healthz/ready"),
            IsWatched = true,
            Addresses =
        [
            StackAddress.Http(own.Http, "its page and REST"),
            new($"127.0.0.1:{own.Grpc}", "gRPC", own.Grpc),
        ],
        };

    private static StackMember GatewayOf(StackOptions options, StackPaths folder, StackPorts ports) => new(
        Gateway,
        "Gateway",
        "takes the files of clients",
        Settings(
            "Gateway",
            [
                ("HttpPort", $"{ports.Gateway.Http}"), ("GrpcPort", $"{ports.Gateway.Grpc}"), ("TlsPort", $"{ports.Gateway.Tls}"),
                ("Certificate", folder.Certificate),
                ("Backends", string.Join(',', ports.Analyzers.Select(analyzer => $"http://127.0.0.1:{analyzer.Grpc}"))),
                .. options.IsWhole
                    ?
                    [
                        ("Audit:File", folder.Calls), ("Audit:Url", JournalUrl(ports)), ("SigmaUrl", $"http://127.0.0.1:{ports.Sigma}"),
                        ("ProberUrl", $"http://127.0.0.1:{ports.Prober}"), ("JournalUrl", JournalUrl(ports)),
                        ("JournalReaderUrl", $"http://127.0.0.1:{ports.Reader}"),
                    ]
                    : Nothing,
            ]))
    {
        Assembly = "gateway",
        Stage = 2,
        Ready = Loopback(ports.Gateway.Http, "/healthz/ready"),
        IsWatched = true,
        Addresses =
        [
            StackAddress.Http(ports.Gateway.Http, "a page that shows all; send files here: POST /v1/files"),
            new($"127.0.0.1:{ports.Gateway.Grpc}", "gRPC", ports.Gateway.Grpc),
            new($"https://localhost:{ports.Gateway.Tls}", "both over TLS", ports.Gateway.Tls),
        ],
    };

    private static StackMember ForwarderOf(StackOptions options, StackPaths folder, StackPorts ports) => new(
        Forwarder,
        JournalProject,
        "hands lines on to Sigma once they are proven",
        [
            "replay", folder.Journal, "--key", folder.Reader, "--follow", "--format", "event", "--position", folder.Position,
            "--output",
            options.Kafka is { } brokers ? $"kafka://{brokers.Split(',')[0]}/{Topic}" : $"{Loopback(ports.Sigma, "/v1/events")}",
            "--Journal:StopAtEndOfInput=true",
        ])
    {
        Assembly = JournalAssembly,
        Stage = 2,
    };

    private static StackMember ReaderOf(StackPaths folder, StackPorts ports) => new(
        Reader,
        JournalProject,
        "opens the journal for who has its key",
        [
            "ui", folder.Journal, "--key", folder.Reader, "--port", $"{ports.Reader}", "--Journal:StopAtEndOfInput=true",
        ])
    {
        Assembly = JournalAssembly,
        Stage = 2,
        Ready = Loopback(ports.Reader, "/"),
        PrintsAddress = true,
        Addresses = [StackAddress.Http(ports.Reader, "lines, and the proof of each")],
    };

    private static StackMember ProberOf(StackPaths folder, StackPorts ports) => new(
        Prober,
        "Prober",
        "watches all of them from outside",
        Settings(
            "Prober",
            ("HttpPort", $"{ports.Prober}"), ("DataDirectory", folder.In("prober")), ("Config", folder.Probes), ("Interval", "1s")))
    {
        Assembly = "prober",
        Stage = 3,
        Ready = Loopback(ports.Prober, "/healthz/live"),
        Addresses = [StackAddress.Http(ports.Prober, "availability, and /status for everybody")],
    };

    private static string JournalUrl(StackPorts ports) => $"http://127.0.0.1:{ports.Journal.Http}";

    private static Uri Loopback(int port, string path) => new($"http://127.0.0.1:{port}{path}");

    /// <summary>All hosts stop with the stack, even if it is killed.</summary>
    private static IReadOnlyList<string> Settings(string host, params (string Key, string Value)[] settings) =>
    [
        .. settings.Select(setting => $"--{host}:{setting.Key}={setting.Value}"),
        $"--{host}:StopAtEndOfInput=true",
    ];
}
