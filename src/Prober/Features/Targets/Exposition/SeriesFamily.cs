using System.Net.Sockets;
using System.Text;
using Prober.Engine.Probing;

namespace Prober.Features.Targets.Exposition;

/// <summary>A metric of blackbox_exporter, and its rows for one result.</summary>
/// <param name="Kinds">The kinds of targets that have it, with spaces between them; empty for all.</param>
internal sealed record SeriesFamily(string Kinds, string Name, string Help, params SeriesRow[] Rows)
{
    private const int HashStart = unchecked((int)2166136261);
    private const int HashFactor = 16777619;
    private const int Unavailable = 14; // the gRPC status of clients that get no answer
    private static readonly string[] HealthNames = ["UNKNOWN", "SERVING", "NOT_SERVING", "SERVICE_UNKNOWN"];

    /// <summary>The beginning of a target's row.</summary>
    public byte[] Opening { get; } = Encoding.UTF8.GetBytes($"{Name}{{name=\"");

    private readonly string[] _kinds = Kinds.Split(' ', StringSplitOptions.RemoveEmptyEntries);

    public static IReadOnlyList<SeriesFamily> All { get; } =
    [
        new("", "probe_success", "Whether the target did what it should.", Row(result => result.IsGood ? 1 : 0)),
        new("", "probe_duration_seconds", "How long the probe took.", Row(result => result.Duration.TotalSeconds)),
        new("", "probe_timeout_seconds", "The longest time that the probe could take.", Row(result => result.Timeout.TotalSeconds)),
        new("", "probe_dns_lookup_time_seconds", "How long it took to resolve the name.", Row(result => result.Resolving.TotalSeconds)),
        new("", "probe_ip_protocol", "4 or 6.", Row(result => result.Address is { } address
            ? address.AddressFamily == AddressFamily.InterNetworkV6 ? 6 : 4
            : null)),
        new("", "probe_ip_addr_hash", "A number that changes with the target's address.", Row(Hash)),
        new("http tcp tls", "probe_failed_due_to_regex", "Whether the content was not what it should be.", Row(HasOtherText)),
        new("http", "probe_failed_due_to_cel", "Whether the body was not what an expression says.",
            Row(result => result.HasBrokenRule is { } isBroken ? isBroken ? 1 : 0 : null)),
        new("tcp tls", "probe_failed_due_to_bytes", "Whether other bytes came than the module expects.",
            Row(result => result.HasOtherBytes ? 1 : 0)),
        new("tcp websocket", "probe_expect_info", "What the server told of itself, by labels of the module.",
            new SeriesRow(result => result.Told.Count > 0 ? 1 : null) { Labels = AddTold }),
        .. Http,
        .. WebSocket,
        .. Tls,
        .. Dns,
        .. Others,
    ];

    private static SeriesFamily[] Http =>
    [
        new("http", "probe_http_status_code", "The status of the response; 0 for none.", Row(result => result.Status)),
        new("http", "probe_http_version", "The version of HTTP that the response has.",
            Row(result => result.HttpVersion is { } version ? version.Major + (version.Minor / 10.0) : null)),
        new("http", "probe_http_duration_seconds", "How long each phase took.",
            Phase("resolve", result => result.Resolving),
            Phase("connect", result => result.Connecting),
            Phase("tls", result => result.Handshaking),
            Phase("processing", result => result.Processing),
            Phase("transfer", result => result.Transferring)),
        new("http", "probe_http_content_length", "Bytes of the body.", Row(result => Known(result.ContentLength))),
        new("http", "probe_http_uncompressed_body_length", "Bytes of the body once it is decoded.",
            Row(result => Known(result.DecodedLength))),
        new("http", "probe_http_last_modified_timestamp_seconds", "When the content was changed, as the server says, as Unix time.",
            Row(result => Known(result.LastModified))),
        new("http", "probe_http_redirects", "Redirects that were followed.", Row(result => result.Redirects)),
        new("http", "probe_http_ssl", "Whether the last request went over TLS.", Row(result => result.IsSecure ? 1 : 0)),
    ];

    private static SeriesFamily[] WebSocket =>
    [
        new("websocket", "probe_websocket_status_code", "The status of the response; 0 for none.", Row(result => result.Status)),
        new("websocket", "probe_websocket_connection_upgraded", "Whether the server opened a WebSocket.",
            Row(result => result.Status == 101 ? 1 : 0)),
        new("websocket", "probe_websocket_failed_due_to_regex", "Whether a message was not what it should be.", Row(HasOtherText)),
        new("websocket", "probe_websocket_duration_seconds", "How long each phase took.",
            Phase("resolve", result => result.Resolving),
            Phase("connect", result => result.Connecting),
            Phase("processing", result => result.Processing),
            Phase("transfer", result => result.Transferring)),
    ];

    private static SeriesFamily[] Tls =>
    [
        new("", "probe_ssl_earliest_cert_expiry", "When the first certificate that the server sent ends, as Unix time.",
            Row(result => result.Certificate?.NotAfter.ToUnixTimeSeconds())),
        new("", "probe_ssl_last_chain_expiry_timestamp_seconds", "When the first certificate of the trusted chain ends, as Unix time.",
            Row(result => result.Certificate?.ChainNotAfter?.ToUnixTimeSeconds())),
        new("", "probe_ssl_last_chain_info", "The server's own certificate.",
            new SeriesRow(result => result.Certificate is null ? null : 1)
            {
                Labels = (text, result) => text.Add("fingerprint_sha256=\""u8).AddLower(result.Certificate!.Fingerprint)
                    .Add("\",serialnumber=\""u8).Add(result.Certificate.Serial)
                    .Add("\",issuer=\""u8).AddEscaped(result.Certificate.Issuer)
                    .Add("\",subject=\""u8).AddEscaped(result.Certificate.Subject)
                    .Add("\",subjectalternative=\""u8).AddEscaped(result.Certificate.Names).Add("\""u8),
            }),
        new("", "probe_tls_version_info", "The version of TLS.",
            new SeriesRow(result => result.Certificate is { Protocol.Length: > 0 } ? 1 : null)
            {
                Labels = (text, result) => text.Add("version=\""u8).AddEscaped(result.Certificate!.Protocol).Add("\""u8),
            }),
        new("", "probe_tls_cipher_info", "The cipher suite of TLS.",
            new SeriesRow(result => result.Certificate is { Cipher.Length: > 0 } ? 1 : null)
            {
                Labels = (text, result) => text.Add("cipher=\""u8).Add(result.Certificate!.Cipher).Add("\""u8),
            }),
    ];

    private static SeriesFamily[] Dns =>
    [
        new("dns", "probe_dns_duration_seconds", "How long each phase took.",
            Phase("resolve", result => result.Resolving),
            Phase("connect", result => result.Connecting),
            Phase("request", result => result.Processing)),
        new("dns", "probe_dns_query_succeeded", "Whether the name server answered.", Row(result => result.Dns is null ? 0 : 1)),
        new("dns", "probe_dns_answer_rrs", "Records of the answer.", Row(result => result.Dns?.Answers ?? 0)),
        new("dns", "probe_dns_authority_rrs", "Records that name authorities.", Row(result => result.Dns?.Authorities ?? 0)),
        new("dns", "probe_dns_additional_rrs", "Additional records.", Row(result => result.Dns?.Additionals ?? 0)),
        new("dns", "probe_dns_serial", "The serial number of the zone.", Row(result => result.Dns?.Serial)),
    ];

    private static SeriesFamily[] Others =>
    [
        new("ping", "probe_icmp_duration_seconds", "How long each phase took.",
            Phase("resolve", result => result.Resolving),
            Phase("rtt", result => result.Processing)),
        new("grpc", "probe_grpc_duration_seconds", "How long each phase took.",
            Phase("resolve", result => result.Resolving),
            Phase("check", result => result.Duration - result.Resolving)),
        new("grpc", "probe_grpc_ssl", "Whether the question went over TLS.", Row(result => result.Certificate is null ? 0 : 1)),
        new("grpc", "probe_grpc_status_code", "The status of gRPC.", Row(result => result.Grpc?.Status ?? Unavailable)),
        new("grpc", "probe_grpc_healthcheck_response", "The health that the server states.",
        [
            .. HealthNames.Select((name, number) => Row(result => result.Grpc?.Health == number ? 1 : 0) with
            {
                Label = $"serving_status=\"{name}\"",
            }),
        ]),
    ];

    private static void AddTold(SeriesText text, ProbeResult result)
    {
        foreach (var (i, (name, value)) in result.Told.Index())
        {
            text.Add(i == 0 ? "" : ",").Add(name).Add("=\""u8).AddEscaped(value).Add("\""u8);
        }
    }

    /// <summary>Whether targets of a kind have this metric.</summary>
    public bool Fits(string kind) => _kinds.Length == 0 || _kinds.Contains(kind);

    private static SeriesRow Row(Func<ProbeResult, double?> read) => new(read);

    private static SeriesRow Phase(string phase, Func<ProbeResult, TimeSpan> read) =>
        new(result => read(result).TotalSeconds) { Label = $"phase=\"{phase}\"" };

    private static double? HasOtherText(ProbeResult result) =>
        result is { Failure: FailureClass.Content, HasOtherBytes: false, HasBrokenRule: not true } ? 1 : 0;

    private static double? Known(long value) => value < 0 ? null : value;

    /// <summary>FNV-1a of 32 bits over the bytes of the address, as blackbox_exporter has it.</summary>
    private static double? Hash(ProbeResult result)
    {
        Span<byte> octets = stackalloc byte[16];
        if (result.Address is not { } address || !address.TryWriteBytes(octets, out var count))
        {
            return null;
        }

        var hash = HashStart;
        foreach (var octet in octets[..count])
        {
            hash = unchecked((hash ^ octet) * HashFactor);
        }

        return (uint)hash;
    }
}

/// <param name="Read">Null when there is no such row.</param>
internal sealed record SeriesRow(Func<ProbeResult, double?> Read)
{
    /// <summary>The labels that all targets share; empty for none.</summary>
    public string Label { get; init; } = "";

    /// <summary>The text between the last label of a target and the value.</summary>
    public byte[] Closing => field ??= Encoding.UTF8.GetBytes(Label.Length == 0 ? "\"} " : $"\",{Label}}} ");

    /// <summary>Writes labels that come from the result; null for none.</summary>
    public Action<SeriesText, ProbeResult>? Labels { get; init; }
}
