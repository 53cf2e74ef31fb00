using System.Diagnostics;
using Load.Systems.Journal.Rows;

namespace Load.Systems.Journal.Receivers;

/// <summary>A log server that others wrote, with the settings that its own documents give for speed.</summary>
/// <param name="Name">In the table.</param>
/// <param name="Package">Debian's.</param>
/// <param name="Program">The executable.</param>
/// <param name="Arguments">It stays in the foreground.</param>
/// <param name="Configuration">For UDP and TCP.</param>
internal sealed record LogPeer(
    string Name, string Package, string Program, Func<PeerPaths, string[]> Arguments, Func<PeerPaths, string> Configuration)
{
    public static LogPeer Rsyslog { get; } = new(
        LineRow.Rsyslog, "rsyslog", "rsyslogd", paths => ["-n", "-iNONE", "-f", paths.Configuration], paths =>
            $$"""
            global(workDirectory="{{paths.Folder}}")
            module(load="imudp" batchSize="64")
            module(load="imtcp")
            template(name="line" type="string" string="%rawmsg%\n")
            ruleset(name="in") { action(type="omfile" file="{{paths.Lines}}" template="line") }
            input(type="imudp" address="127.0.0.1" port="{{paths.Ports.Udp}}" rcvbufSize="16m" ruleset="in")
            input(type="imtcp" address="127.0.0.1" port="{{paths.Ports.Tcp}}" ruleset="in")

            """)
    {
        Modules =
        [
            new("lmnsd_ossl.so", "rsyslog-openssl")
            {
                Transport = LineTransport.Tls,
                Configuration = paths =>
                    $"""
                    input(type="imtcp" address="127.0.0.1" port="{paths.Ports.Tls}" ruleset="in"
                      streamDriver.name="ossl" streamDriver.mode="1" streamDriver.authMode="anon"
                      streamDriver.CAFile="{paths.Ports.Certificate}" streamDriver.certFile="{paths.Ports.Certificate}"
                      streamDriver.keyFile="{paths.Ports.Certificate}")

                    """,
            },
            new("imrelp.so", "rsyslog-relp")
            {
                Transport = LineTransport.Relp,
                Configuration = paths =>
                    $"""
                    module(load="imrelp")
                    input(type="imrelp" address="127.0.0.1" port="{paths.Ports.Relp}" ruleset="in")

                    """,
            },
        ],
    };

    public static LogPeer SyslogNg { get; } = new(
        LineRow.SyslogNg, "syslog-ng-core", "syslog-ng",
        paths =>
        [
            "-F", "--no-caps", "-f", paths.Configuration, "-R", paths.Of("persist"), "-p", paths.Of("pid"), "-c", paths.Of("control"),
        ],
        paths => SyslogNgWriting("${MSG}", paths));

    /// <summary>Encrypts and chains each line by itself, with a key that changes from line to line.</summary>
    public static LogPeer Slog { get; } = SyslogNg with
    {
        Name = LineRow.Slog,
        Configuration = paths =>
            SyslogNgWriting($$"""$(slog --key-file {{paths.Of("host.key")}} --mac-file {{paths.Of("mac")}} ${MSG})""", paths),
        Modules = [new("libsecure-logging.so", "syslog-ng-mod-slog")],
        Preparations = paths =>
        [
            ("slogkey", ["-m", paths.Of("master.key")]),
            ("slogkey", ["-d", paths.Of("master.key"), "02:00:00:00:00:00", "1", paths.Of("host.key")]), // an address and a serial number
        ],
    };

    public static IReadOnlyList<LogPeer> All { get; } = [Rsyslog, SyslogNg, Slog];

    /// <summary>Parts with packages of their own.</summary>
    public IReadOnlyList<PeerModule> Modules { get; private init; } = [];

    /// <summary>Programs that have to end well before it starts, such as one that makes a key.</summary>
    public Func<PeerPaths, IEnumerable<(string Program, string[] Arguments)>> Preparations { get; private init; } = _ => [];

    /// <summary>Why it cannot be measured here by a transport; null when it can.</summary>
    public string? ObstacleTo(string transport) => PeerFolders.Find(Program) is null
        ? $"{Program} is not installed (Debian: apt-get install {Package})"
        : ModulesOf(transport).Select(module => module.Obstacle).FirstOrDefault(obstacle => obstacle is not null);

    /// <summary>All that it is configured with here.</summary>
    public string Configure(PeerPaths paths) => Configuration(paths)
        + string.Concat(Modules.Where(module => module.Obstacle is null).Select(module => module.Configuration(paths)));

    /// <returns>A start with all streams redirected.</returns>
    public ProcessStartInfo Start(PeerPaths paths) => StartOf(Program, Arguments(paths));

    /// <inheritdoc cref="Start"/>
    public static ProcessStartInfo StartOf(string program, string[] arguments) => new(PeerFolders.Find(program) ?? program, arguments)
    {
        RedirectStandardInput = true,
        RedirectStandardOutput = true,
        RedirectStandardError = true,
    };

    private IEnumerable<PeerModule> ModulesOf(string transport) =>
        Modules.Where(module => module.Transport is null || module.Transport == transport);

    private static string SyslogNgWriting(string line, PeerPaths paths) =>
        $$"""
        @version: 3.38
        options { keep-hostname(yes); use-dns(no); flush-lines(100); stats-freq(0); };
        source in {
          network(transport("udp") ip(127.0.0.1) port({{paths.Ports.Udp}}) so-rcvbuf(16777216) flags(no-parse) log-msg-size(65536));
          syslog(transport("tcp") ip(127.0.0.1) port({{paths.Ports.Tcp}}) flags(no-parse) log-msg-size(65536) log-iw-size(10000));
        };
        destination out { file("{{paths.Lines}}" template("{{line}}\n")); };
        log { source(in); destination(out); flags(flow-control); };

        """;
}
