using System.Globalization;
using Prober.Engine.Networking.Naming;
using Prober.Engine.Probing;
using Prober.Engine.Probing.Dialogues;
using Prober.Engine.Probing.Dns;
using Prober.Engine.Probing.Grpc;
using Prober.Engine.Probing.Ping;
using Prober.Engine.Probing.Securing;
using Prober.Engine.Probing.Tcp;
using Prober.Engine.Probing.Tls;
using Prober.Engine.Probing.WebSocket;
using Prober.Engine.Watching;
using Prober.Features.Configuration.Clients.Mongo;
using Prober.Features.Configuration.Clients.MySql;
using Prober.Features.Configuration.Clients.Postgres;
using Prober.Features.Configuration.Clients.Shell;
using Prober.Features.Pushes;

namespace Prober.Features.Configuration;

/// <summary>The keys of each kind of probe.</summary>
internal static class ProbeReaders
{
    private const int DnsPort = 53;
    private const int MaxPings = 100;

    /// <summary>Stands for a missing or wrong address, so that the other errors of the target are reported too.</summary>
    private const string Nowhere = "nowhere.invalid";

    /// <summary>A reader returns null when it cannot tell which keys are allowed; it has then reported the error.</summary>
    public static IReadOnlyDictionary<string, Func<ConfigSection, ProbeDefaults, SharedParts, IProbe?>> ByKind { get; } =
        new Dictionary<string, Func<ConfigSection, ProbeDefaults, SharedParts, IProbe?>>
        {
            ["http"] = HttpReader.Read,
            ["tcp"] = Tcp,
            ["tls"] = Tls,
            ["grpc"] = Grpc,
            ["dns"] = (section, _, _) => Dns(section), // nothing lingers: UDP has no connections, and TCP has its answer
            ["ping"] = (section, _, _) => Ping(section),
            ["client"] = Client,
            ["websocket"] = (section, _, shared) => WebSocket(section, shared),
            ["push"] = Push,
            ["shell"] = (section, _, shared) => Shell(section, shared),
            ["group"] = (section, _, _) => TargetGroupReader.Read(section),
        };

    private static TcpProbe Tcp(ConfigSection section, ProbeDefaults defaults, SharedParts shared)
    {
        var (host, port) = Address(section);
        return new(
            host, port, section.Text("send") ?? "", section.Text("expect") ?? "", ClosesPlainly(section, defaults),
            Proxy(section, shared.Proxy.All));
    }

    private static TlsProbe Tls(ConfigSection section, ProbeDefaults defaults, SharedParts shared)
    {
        var (host, port) = Address(section);
        var skipsExpiry = section.Flag("expire_skip_verify");
        var endsNotBefore = section.Duration("alert_expire_before", TimeSpan.Zero, TimeSpan.Zero);
        return new(new(host, port)
        {
            Rules = shared.Same(new TlsRules
            {
                SkipsVerification = section.Flag("insecure_skip_verify"),
                SkipsExpiry = skipsExpiry,
                Roots = section.Text("root_ca_pem") is { } pem
                    ? CertificateReader.Trust(section, "root_ca_pem", () => pem)
                    : CertificateReader.Roots(section, "root_ca_pem_path"),
            }),
            EndsNotBefore = skipsExpiry || endsNotBefore == TimeSpan.Zero ? null : endsNotBefore, // as EaseProbe has it
            Fingerprint = section.Text("fingerprint"),
            ClosesPlainly = ClosesPlainly(section, defaults),
            Proxy = Proxy(section, shared.Proxy.All),
        });
    }

    /// <summary>The key <c>proxy</c>, or another proxy: of <c>http</c> (by CONNECT) or <c>socks5</c>.</summary>
    internal static Uri? Proxy(ConfigSection section, Uri? otherwise) =>
        section.Text("proxy") is { Length: > 0 } proxy ? section.Address("proxy", proxy, "http", "socks5") : otherwise;

    private static GrpcHealthProbe Grpc(ConfigSection section, ProbeDefaults defaults, SharedParts shared)
    {
        var (host, port) = Address(section);
        var (rules, hasTls) = ClientTls(section, shared);
        var isSecure = section.Flag("tls") || hasTls;
        return new(host, port, section.Text("service") ?? "", ClosesPlainly(section, defaults), isSecure ? rules : null);
    }

    private static DnsProbe Dns(ConfigSection section)
    {
        var name = section.Required("query", "example.com").TrimEnd('.');
        var type = Choice(section, "type", DnsType.A);
        var protocol = section.Text("protocol") ?? "udp";
        if (protocol is not ("udp" or "tcp"))
        {
            section.Add(section.LineOf("protocol"), "protocol has to be udp or tcp");
        }

        if (name.Length > 0 && !DnsQuestion.IsName(name))
        {
            section.Add(section.LineOf("query"), "query has to be a name, such as example.com");
        }

        var (host, port) = Address(section, DnsPort);
        return new(new(host, port, new(name.Length > 0 ? name : Nowhere, type))
        {
            OverTcp = protocol == "tcp",
            GoodStatuses = [Choice(section, "rcode", DnsStatus.NoError)],
            Expected = [.. section.Texts("expect")],
        });
    }

    private static PingProbe Ping(ConfigSection section)
    {
        section.Note(
            "privileged", "pings use a socket if the process may open one, and the system's ping otherwise");
        var host = section.Required("host", "example.com");
        if (host.Length > 0 && Uri.CheckHostName(host) == UriHostNameType.Unknown)
        {
            section.Add(section.LineOf("host"), "host has to be a name or an address, such as example.com");
            host = "";
        }

        var count = section.Number("count", 3, 1, MaxPings, zeroIsDefault: true);
        var text = section.Text("lost") ?? "0";
        if (!double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var lost) || lost > 1)
        {
            section.Add(section.LineOf("lost"), "lost has to be a share from 0 to 1, such as 0.34");
        }

        return new(host.Length > 0 ? Ascii(section, host) : Nowhere, count, lost);
    }

    private static IProbe? Client(ConfigSection section, ProbeDefaults defaults, SharedParts shared)
    {
        const string Alternative = "watch the port with tcp, which can send and expect text";
        var driver = section.Required("driver", "redis");
        if (driver.Length > 0 && !Dialogue.Drivers.Contains(driver) && driver is not ("mysql" or "postgres" or "mongo"))
        {
            section.Unsupported("driver", $"{Alternative}; drivers are {string.Join(", ", Dialogue.Drivers)}, mysql, postgres and mongo");
            return null;
        }

        var (host, port) = Address(section);
        var (rules, hasTls) = ClientTls(section, shared);
        IProbe? database = driver switch
        {
            "mysql" => MySqlReader.Read(section, host, port, rules, hasTls),
            "postgres" => PostgresReader.Read(section, host, port, rules, hasTls),
            "mongo" => MongoReader.Read(section, host, port, rules, hasTls),
            _ => null,
        };
        if (database is not null)
        {
            return database;
        }

        var (username, password) = (section.User() ?? "", section.Text("password") ?? "");
        if (password.Length > 0 && driver != "redis")
        {
            section.Note("password", "EaseProbe does not use it with this driver either");
        }

        var data = section.Pairs("data").ToList();
        if (data.Count > 0 && driver == "kafka")
        {
            section.Note("data", "EaseProbe does not look at it either");
        }

        if (driver == "memcache" && data.Count > 0)
        {
            return new MemcacheProbe(host, port, data, ClosesPlainly(section, defaults), hasTls ? rules : null);
        }

        return driver.Length == 0 ? null
            : new DialogueProbe(
                host, port, Dialogue.Of(driver, username, password, data), ClosesPlainly(section, defaults),
                hasTls ? rules : null);
    }

    /// <summary>The keys <c>ca</c>, <c>cert</c>, <c>key</c> and <c>insecure</c>: with one of them the client uses TLS.</summary>
    private static (TlsRules Rules, bool HasTls) ClientTls(ConfigSection section, SharedParts shared)
    {
        var isInsecure = section.Flag("insecure");
        var rules = shared.Same(TlsRules.Default with
        {
            Roots = CertificateReader.Roots(section, "ca"),
            ClientCertificate = CertificateReader.Own(section, shared),
            SkipsVerification = isInsecure,
            SkipsExpiry = isInsecure,
        });
        return (rules, isInsecure || section.Text("ca") is not null || section.Text("cert") is not null);
    }

    private static ShellProbe? Shell(ConfigSection section, SharedParts shared)
    {
        var probe = ShellReader.Read(section);
        if (shared.AllowsShell)
        {
            return probe;
        }

        section.Note("cmd", "the prober runs programs only with Prober:AllowShell=true, so this target is not watched");
        return null;
    }

    private static PushProbe Push(ConfigSection section, ProbeDefaults defaults, SharedParts shared)
    {
        const int MinToken = 16;
        var token = section.Required("token", "${PUSH_TOKEN}");
        if (token.Length is > 0 and < MinToken)
        {
            section.Add(section.LineOf("token"), $"token has to have at least {MinToken} characters, because it stands for a password");
        }

        var silence = section.Duration("interval", defaults.Interval, TargetDefinition.MinInterval);
        return new(section.Text("name") ?? "", token, silence, shared.Pushes);
    }

    private static WebSocketProbe WebSocket(ConfigSection section, SharedParts shared)
    {
        var proxy = Proxy(section, shared.Proxy.All);
        var url = section.Address("url", section.Required("url", "wss://example.com/socket"), "ws", "wss") ?? new("ws://nowhere.invalid/");
        var headers = section.Pairs("headers").ToList();
        if (headers.Exists(header => header.Key.AsSpan().ContainsAny("\r\n: ") || header.Value.AsSpan().ContainsAny("\r\n")))
        {
            section.Add(section.LineOf("headers"), "a header has a line break, or a space in its name");
        }

        var isInsecure = section.Flag("insecure");
        return new(url, shared.Pairs(headers), shared.Same(TlsRules.Default with
        {
            Roots = CertificateReader.Roots(section, "ca"),
            SkipsVerification = isInsecure,
            SkipsExpiry = isInsecure,
        }), proxy);
    }

    internal static bool ClosesPlainly(ConfigSection section, ProbeDefaults defaults) => section.Flag("nolinger", defaults.ClosesPlainly);

    private static T Choice<T>(ConfigSection section, string key, T otherwise)
        where T : struct, Enum
    {
        if (section.Text(key) is not { } text)
        {
            return otherwise;
        }

        if (Enum.TryParse<T>(text, ignoreCase: true, out var choice) && Enum.IsDefined(choice) && !char.IsAsciiDigit(text[0]))
        {
            return choice;
        }

        section.Add(section.LineOf(key), $"{key} has to be one of {string.Join(", ", Enum.GetNames<T>())}");
        return otherwise;
    }

    /// <summary>The key <c>host</c>: a name or an address, and a port.</summary>
    /// <param name="otherwise">The default port; null if a port is required.</param>
    private static (string Host, int Port) Address(ConfigSection section, int? otherwise = null)
    {
        var text = section.Required("host", "example.com:443");
        var colon = text.LastIndexOf(':');
        if (colon > 0 && int.TryParse(text[(colon + 1)..], NumberStyles.None, CultureInfo.InvariantCulture, out var port)
            && port is > 0 and <= 65535 && Uri.CheckHostName(text[..colon]) != UriHostNameType.Unknown)
        {
            return (Ascii(section, text[..colon].Trim('[', ']')), port);
        }

        if (otherwise is { } usual && Uri.CheckHostName(text) != UriHostNameType.Unknown)
        {
            return (Ascii(section, text.Trim('[', ']')), usual);
        }

        if (text.Length > 0)
        {
            section.Add(section.LineOf("host"), "host has to be a name or an address with a port, such as example.com:443");
        }

        return (Nowhere, 1);
    }

    /// <summary>The form of a host in DNS queries.</summary>
    private static string Ascii(ConfigSection section, string host)
    {
        try
        {
            return System.Text.Ascii.IsValid(host) ? host : new IdnMapping().GetAscii(host);
        }
        catch (ArgumentException)
        {
            section.Add(section.LineOf("host"), "host is not a valid DNS name");
            return Nowhere;
        }
    }
}
