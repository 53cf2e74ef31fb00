using System.Net;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text.RegularExpressions;
using Prober.Engine.Networking.Naming;
using Prober.Engine.Probing;
using Prober.Engine.Probing.Dns;
using Prober.Engine.Probing.Grpc;
using Prober.Engine.Probing.Ping;
using Prober.Engine.Probing.Securing;
using Prober.Features.Configuration;
using Prober.Features.Configuration.Evaluation;

namespace Prober.Features.Probing.Modules;

/// <summary>
/// Reads modules as blackbox_exporter writes them. A module that uses what this prober lacks is taken, and says so when asked.
/// </summary>
internal sealed class ModuleReader(string file, List<ConfigProblem> problems)
{
    /// <summary>The advice about an option that this prober lacks.</summary>
    private static readonly Dictionary<string, string> Instead = new()
    {
        ["enable_http3"] = "remove it, and the prober uses HTTP/1.1 or HTTP/2",
        ["source_ip_address"] = "set a route with that source in the system",
        ["edns0_udp_size"] = "remove it: a truncated answer is asked for again over TCP",
    };

    /// <summary>Bytes; a packet of IPv4 has no room for more.</summary>
    private const int MaxPayload = 65500;

    private static readonly string[] Preferences = ["enable_http2", "skip_resolve_phase_with_proxy"];

    public IReadOnlyList<ProbeModule> Read(TextReader text)
    {
        if (new ConfigReader(file, variable: null, problems).Read(text) is not { IsEmpty: false } root)
        {
            return [];
        }

        var section = new ConfigSection(file, root, problems);
        var modules = section.Maps("modules").Select(one => Read(one.Key, one.Section)).ToList();
        section.End();
        return modules;
    }

    private ProbeModule Read(string name, ConfigSection module)
    {
        var before = problems.Count;
        var prober = module.Required("prober", "http");
        TimeSpan? timeout = module.Text("timeout") is null ? null : module.Duration("timeout", default, TimeSpan.FromMilliseconds(10));
        var (family, source) = (AddressFamily.Unspecified, (IPAddress?)null);
        Func<ModuleTarget, IProbe?> make = prober switch
        {
            "http" => HttpModuleReader.Read(Options("http")),
            "tcp" => TalkReader.Tcp(Options("tcp")),
            "websocket" => TalkReader.WebSocket(Options("websocket")),
            "icmp" => Icmp(Options("icmp")),
            "dns" => Dns(Options("dns")),
            "grpc" => Grpc(Options("grpc")),
            _ => _ => null,
        };
        if (prober is not ("" or "http" or "tcp" or "icmp" or "dns" or "grpc" or "websocket"))
        {
            module.Unsupported("prober", "probers are http, tcp, icmp, dns, grpc and websocket", prober);
        }

        foreach (var other in new[] { "http", "tcp", "icmp", "dns", "grpc", "unix", "websocket", prober }) // forks have others
        {
            module.Map(other);
        }

        module.End();
        var kind = prober == "icmp" ? "ping" : prober;
        var unsupported = problems.Skip(before).Where(problem => problem.IsUnsupported).Select(problem => $"{problem}").FirstOrDefault();
        problems.RemoveAll(problem => problem.IsUnsupported);
        return new(name, kind, timeout, Restricted, unsupported);

        IProbe? Restricted(ModuleTarget target) => make(target) switch
        {
            { } probe when source is not null || family != AddressFamily.Unspecified => new RestrictedProbe(probe, family, source),
            var probe => probe,
        };

        ConfigSection Options(string key)
        {
            var options = module.Map(key) ?? new ConfigSection(file, new(module.Line) { Entries = [] }, problems);
            foreach (var preference in Preferences)
            {
                options.Text(preference); // which version is tried first: any that answers is good
            }

            // Which family is tried first matters only if the other one must not be tried then.
            var isFour = options.Text("preferred_ip_protocol") is { Length: > 0 } preferred && preferred != "ip6"; // as there
            family = options.Flag("ip_protocol_fallback", otherwise: true) ? AddressFamily.Unspecified
                : isFour ? AddressFamily.InterNetwork
                : AddressFamily.InterNetworkV6;
            if (key is "http" or "tcp" or "dns")
            {
                source = Source(options, family);
            }

            return options;
        }
    }

    private static IPAddress? Source(ConfigSection options, AddressFamily family)
    {
        const string Key = "source_ip_address";
        if (options.Text(Key) is not { Length: > 0 } text)
        {
            return null;
        }

        if (!IPAddress.TryParse(text, out var source))
        {
            options.Add(options.LineOf(Key), $"{Key} has to be an address of this machine, such as 192.0.2.1");
        }
        else if (family != AddressFamily.Unspecified && family != source.AddressFamily)
        {
            options.Add(options.LineOf(Key), $"{Key} is not of the family that preferred_ip_protocol asks for, and no other may be used");
        }

        return source;
    }

    private static Func<ModuleTarget, IProbe?> Icmp(ConfigSection icmp)
    {
        var payload = icmp.Number("payload_size", 0, 0, MaxPayload);
        var hops = icmp.Number("ttl", PingProbe.UsualHops, 1, 255, zeroIsDefault: true);
        var isWhole = icmp.Flag("dont_fragment");
        Refuse(icmp, "source_ip_address");
        icmp.End();
        return target => target.HostAndPort(usual: 1) is var (host, _)
            ? new PingProbe(host, count: 1, lost: 0) { Hops = hops, IsWhole = isWhole, Payload = payload }
            : null;
    }

    private static Func<ModuleTarget, IProbe?> Grpc(ConfigSection grpc)
    {
        var service = grpc.Text("service") ?? "";
        var rules = grpc.Flag("tls") ? Rules(grpc) : null;
        grpc.Map("tls_config");
        var metadata = grpc.Map("metadata") is { } map
            ? map.Keys.SelectMany(key => map.Texts(key).Select(value => KeyValuePair.Create(key.ToLowerInvariant(), value))).ToList()
            : [];
        Refuse(grpc, "check_revoked", "pinned_public_key_hashes");
        grpc.End();
        return target => target.HostAndPort() is var (host, port)
            ? new GrpcHealthProbe(host, port, service, rules: rules, metadata: metadata)
            : null;
    }

    private Func<ModuleTarget, IProbe?> Dns(ConfigSection dns)
    {
        if (dns.Text("query_name")?.TrimEnd('.') is not { } name)
        {
            problems.Add(new(file, dns.Line, "query_name is missing; write it like query_name: example.com", IsUnsupported: true));
            return _ => null; // the exporter takes such a file, and fails each probe
        }

        var type = dns.Text("query_type") is not { Length: > 0 } text ? DnsType.ANY // as there
            : Enum.TryParse<DnsType>(text, ignoreCase: true, out var known) ? known
            : DnsType.A;
        if (dns.Text("query_type") is { } wanted && !Enum.IsDefined(type) | !$"{type}".Equals(wanted, StringComparison.OrdinalIgnoreCase))
        {
            dns.Unsupported("query_type", $"types are {string.Join(", ", Enum.GetNames<DnsType>())}", wanted);
        }

        var statuses = dns.Texts("valid_rcodes").Select(StatusOf).ToList();
        if (statuses.Exists(status => status is null))
        {
            dns.Unsupported("valid_rcodes", "codes are NOERROR, FORMERR, SERVFAIL, NXDOMAIN, NOTIMP and REFUSED");
        }

        var (answers, authorities) = (Records(dns, "validate_answer_rrs", "answer"), Records(dns, "validate_authority_rrs", "authority"));
        var overTcp = dns.Text("transport_protocol") == "tcp";
        var additionals = Records(dns, "validate_additional_rrs", "additional section");
        var rules = Rules(dns);
        var overTls = dns.Flag("dns_over_tls");
        if (overTls && !overTcp)
        {
            dns.Add(dns.LineOf("dns_over_tls"), "dns_over_tls needs transport_protocol: tcp beside it");
        }

        var question = new DnsQuestion(name, type, ClassOf(dns), dns.Flag("recursion_desired", otherwise: true));
        Refuse(dns, "edns0_udp_size");
        dns.End();
        return target => target.HostAndPort(overTls ? 853 : 53) is not var (host, port) ? null : new DnsProbe(new(host, port, question)
        {
            OverTcp = overTcp,
            Tls = overTls ? rules : null,
            GoodStatuses = statuses.Count > 0 ? [.. statuses.OfType<DnsStatus>()] : [DnsStatus.NoError],
            Answers = answers,
            Authorities = authorities,
            Additionals = additionals,
            AllowsNoRecords = true, // as there
        });
    }

    private static ushort ClassOf(ConfigSection dns)
    {
        switch (dns.Text("query_class")?.ToUpperInvariant())
        {
            case null or "" or "IN":
                break;
            case "CH":
                return 3;
            case "HS":
                return 4;
            default:
                dns.Add(dns.LineOf("query_class"), "query_class has to be IN, CH or HS");
                break;
        }

        return 1;
    }

    private static RecordRules? Records(ConfigSection dns, string key, string section)
    {
        if (dns.Map(key) is not { } rules)
        {
            return null;
        }

        var read = new RecordRules(
            section, Expressions(rules, "fail_if_matches_regexp"), Expressions(rules, "fail_if_all_match_regexp"),
            Expressions(rules, "fail_if_not_matches_regexp"), Expressions(rules, "fail_if_none_matches_regexp"));
        rules.End();
        return read;
    }

    private static DnsStatus? StatusOf(string code) => code.ToUpperInvariant() switch
    {
        "NOERROR" => DnsStatus.NoError,
        "FORMERR" => DnsStatus.FormatError,
        "SERVFAIL" => DnsStatus.ServerFailure,
        "NXDOMAIN" => DnsStatus.NoSuchName,
        "NOTIMP" => DnsStatus.NotImplemented,
        "REFUSED" => DnsStatus.Refused,
        _ => null,
    };

    internal static TlsRules Rules(ConfigSection section)
    {
        if (section.Map("tls_config") is not { } tls)
        {
            return TlsRules.Default;
        }

        var isInsecure = tls.Flag("insecure_skip_verify");
        var rules = new TlsRules
        {
            // A file that is not there yet must not keep the other modules from working.
            Roots = tls.Text("ca_file") is { } ca && !File.Exists(ca) && !isInsecure ? Missing(tls, "ca_file", ca)
                : isInsecure ? TlsRules.Default.Roots
                : tls.Text("ca") is { Length: > 0 } pem ? CertificateReader.Trust(tls, "ca", () => pem)
                : CertificateReader.Roots(tls, "ca_file"),
            SkipsVerification = isInsecure,
            SkipsExpiry = isInsecure,
            ServerName = tls.Text("server_name") is { Length: > 0 } name ? name : null,
            ClientCertificate = Own(tls),
            Protocols = Protocols(tls),
        };
        Refuse(tls, "cert", "key");
        tls.End();
        return rules;
    }

    /// <summary>A file that is not there yet, or not whole, must not keep the other modules from working.</summary>
    private static X509Certificate2? Own(ConfigSection tls)
    {
        var (certificate, key) = (tls.Text("cert_file"), tls.Text("key_file"));
        if (certificate is null || key is null)
        {
            if (certificate != key)
            {
                tls.Add(tls.LineOf(certificate is null ? "key_file" : "cert_file"), "cert_file and key_file need each other");
            }

            return null;
        }

        try
        {
            return CertificateReader.Load(certificate, key);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or CryptographicException)
        {
            var reason = exception.Message.TrimEnd('.');
            tls.Unsupported("cert_file", "mend it, and restart the prober", $"cert_file, which cannot be read ({reason}),");
            return null;
        }
    }

    /// <summary>Versions below 1.2 are as far as the system allows them.</summary>
    private static SslProtocols Protocols(ConfigSection tls)
    {
        var (min, max) = (tls.Text("min_version") ?? "", tls.Text("max_version") ?? "");
        foreach (var (key, version) in new[] { ("min_version", min), ("max_version", max) })
        {
            if (version is not ("" or "TLS10" or "TLS11" or "TLS12" or "TLS13"))
            {
                tls.Add(tls.LineOf(key), $"{key} has to be TLS10, TLS11, TLS12 or TLS13");
            }
        }

        if (max is "TLS10" or "TLS11" || (min == "TLS13" && max == "TLS12"))
        {
            tls.Unsupported("max_version", "TLS 1.2 and 1.3 are spoken here", $"max_version {max}");
        }

        return min == "TLS13" ? SslProtocols.Tls13 : max == "TLS12" ? SslProtocols.Tls12 : SslProtocols.None;
    }

    internal static Regex? Expression(ConfigSection section, string key) =>
        section.Text(key) is { } text ? Expression(section, key, text) : null;

    internal static IReadOnlyList<Regex> Expressions(ConfigSection section, string key) =>
        [.. section.Texts(key).Select(text => Expression(section, key, text)).OfType<Regex>()];

    private static Trust.Authorities Missing(ConfigSection tls, string key, string path)
    {
        tls.Unsupported(key, "create it, and restart the prober", $"the file {path}, which does not exist,");
        return Trust.Authorities.System;
    }

    private static Regex? Expression(ConfigSection section, string key, string text)
    {
        try
        {
            // Go's expressions take a quantifier that repeats nothing, as in "^+OK", for a letter.
            var pattern = text.StartsWith("^+", StringComparison.Ordinal) ? $"^\\+{text[2..]}" : text;
            return new(GoPattern.ToDotNet(pattern), RegexOptions.NonBacktracking);
        }
        catch (Exception exception) when (exception is ArgumentException or NotSupportedException)
        {
            section.Add(section.LineOf(key), $"{key} is not a regular expression: {exception.Message}");
            return null;
        }
    }

    /// <summary>A key that only says what holds anyway is no reason to refuse a module.</summary>
    internal static void Refuse(ConfigSection section, params ReadOnlySpan<string> keys)
    {
        foreach (var key in keys)
        {
            if (!section.Holds(key, "false"))
            {
                section.Unsupported(key, Instead.GetValueOrDefault(key, "remove it, or probe with another prober"));
            }
        }
    }
}
