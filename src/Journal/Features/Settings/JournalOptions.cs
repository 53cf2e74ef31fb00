using System.ComponentModel.DataAnnotations;
using System.Net;
using Hosting.Access;
using Hosting.Settings;
using Journal.Log.Frames;

namespace Journal.Features.Settings;

/// <summary>Where the journal lies and what it takes: at the host's own section.</summary>
internal sealed class JournalOptions
{
    /// <summary>The journal's folder. Default <c>journal</c>.</summary>
    [Required]
    public string DataDirectory { get; set; } = "journal";

    /// <summary>The folder of the private keys, where it is not to be that of the segments. Default <c>keys</c> in the journal's.</summary>
    public string? KeyDirectory { get; set; }

    /// <summary>UDP port for syslog datagrams (RFC 5426); 0 takes a free one, an empty one is closed. Default 5514.</summary>
    [Range(0, 65535)]
    public int? UdpPort { get; set; } = 5514;

    /// <summary>Receive buffer that the UDP socket asks for; the log says what it got. Default 16 MiB.</summary>
    [Range(64 << 10, 1 << 30)]
    public int ReceiveBufferBytes { get; set; } = 16 << 20;

    /// <summary>The largest message that is stored whole, in bytes; a longer one loses its end and is marked. Default 64 KiB.</summary>
    [Range(480, RecordBatch.MaxMessageBytes)]
    public int MaxMessageBytes { get; set; } = RecordBatch.MaxMessageBytes;

    /// <summary>
    /// A .pem file of certificate authorities: who sends over TLS needs a certificate that one of them has signed, and its records carry
    /// the certificate's name. Default none: TLS asks for no certificate.
    /// </summary>
    public string? SenderAuthorities { get; set; }

    /// <summary>
    /// Files with the revocation lists of those authorities, in PEM or DER form, separated by commas; read again when they change. Each
    /// authority that signs certificates needs a list that is valid, otherwise its senders are refused. Default none: no certificate is
    /// revoked.
    /// </summary>
    [ListText]
    public string? SenderRevocations { get; set; }

    /// <summary>
    /// How a TCP stream is cut into messages: <c>auto</c>, <c>octet</c> (counts only), <c>lines</c> or <c>nul</c>. Default <c>auto</c>:
    /// each message by its count if that is right, otherwise up to a line feed or NUL.
    /// </summary>
    [EnumDataType(typeof(SyslogFraming))]
    public SyslogFraming TcpFraming { get; set; }

    /// <summary>The same for syslog over TLS. Default <c>auto</c>.</summary>
    [EnumDataType(typeof(SyslogFraming))]
    public SyslogFraming TlsFraming { get; set; }

    /// <summary>
    /// Proxies in front of the ports for syslog over TCP, TLS and RELP, as addresses and networks, separated by commas: their connections
    /// begin with a PROXY header (version 1 or 2), and records carry the address that it names. Default none.
    /// </summary>
    [ListText]
    public string? ProxyProtocolFrom { get; set; }

    /// <summary>
    /// The key that senders of the forward protocol must know (Fluentd's shared_key). It is not sent, but what they send is, without TLS.
    /// Default none: anybody may send.
    /// </summary>
    public string? ForwardSharedKey { get; set; }

    /// <summary>
    /// Users of the forward protocol, as <c>name:password</c>, separated by commas; they need the shared key too. Default none: the key is
    /// enough.
    /// </summary>
    [ListText]
    public string? ForwardUsers { get; set; }

    /// <summary>Connections at once, over all stream listeners; more are closed at once. Default 1024.</summary>
    [Range(1, 1_000_000)]
    public int MaxConnections { get; set; } = 1024;

    /// <summary>A connection that is silent for so long in the middle of a message is closed. Default 30 s.</summary>
    [Range(typeof(TimeSpan), "00:00:00.001", "1.00:00:00")]
    public TimeSpan IdleTimeout { get; set; } = TimeSpan.FromSeconds(30);

    /// <summary>How long a sender that waits for its answer may wait for the disk. Default 10 s.</summary>
    [Range(typeof(TimeSpan), "00:00:00.001", "01:00:00")]
    public TimeSpan CommitTimeout { get; set; } = TimeSpan.FromSeconds(10);

    /// <summary>Longest body of <c>POST /v1/lines</c>. Default 16 MiB.</summary>
    [Range(1, 1 << 30)]
    public int MaxBodyBytes { get; set; } = 16 << 20;

    /// <summary>
    /// Memory for the bodies of all requests at once, at least for one that has <see cref="MaxBodyBytes"/>: while it grows it takes twice
    /// its length. A request without room gets 503. Default 256 MiB.
    /// </summary>
    [Range(1, 1L << 40)]
    public long MaxBodiesBytes { get; set; } = 256 << 20;

    /// <summary>
    /// Senders that should be heard of all the time, separated by commas: addresses, or names in certificates (a common name, DNS=NAME or
    /// URI=NAME). A metric says when each was heard last. Default none.
    /// </summary>
    [ListText]
    public string? KnownSenders { get; set; }

    /// <summary>
    /// Places for each new checkpoint, separated by commas: files on other mounts, to which it is appended, witnesses that sign it, such as
    /// <c>http://host:5580#name+1a2b3c4d+BA...</c>, and time stamp authorities, such as <c>tsa:https://tsa.example/tsr</c>. Default none.
    /// </summary>
    [ListText]
    public string? Anchors { get; set; }

    /// <summary>
    /// A .pem file of certificate authorities: time stamps count if one of them has signed their authority's certificate. Default: the
    /// system's authorities.
    /// </summary>
    public string? TimeStampAuthorities { get; set; }

    /// <summary>The least time between two time stamps. Default 1 h.</summary>
    [Range(typeof(TimeSpan), "00:00:00.100", "30.00:00:00")]
    public TimeSpan TimeStampInterval { get; set; } = TimeSpan.FromHours(1);

    /// <summary>Segments whose records are all older are deleted, once anchors cover them. Default none: nothing is deleted.</summary>
    [Range(typeof(TimeSpan), "00:01:00", "36500.00:00:00")]
    public TimeSpan? Retention { get; set; }

    /// <summary>
    /// How long a line waits for others before it is written, where its sender waits for no answer (UDP, TCP); a frame that is full is
    /// written at once. A crash of the machine loses what waits. Default 1 s.
    /// </summary>
    [Range(typeof(TimeSpan), "00:00:00.001", "00:00:01")]
    public TimeSpan FrameInterval { get; set; } = TimeSpan.FromSeconds(1);

    /// <summary>A segment of that size is ended. Default 256 MiB.</summary>
    [Range(1L << 20, 1L << 40)]
    public long SegmentBytes { get; set; } = 256 << 20;

    /// <summary>A segment and an epoch of that age are ended. Default 1 h.</summary>
    [Range(typeof(TimeSpan), "00:00:01", "1.00:00:00")]
    public TimeSpan SegmentAge { get; set; } = TimeSpan.FromHours(1);

    internal IReadOnlyList<IPNetwork> ProxyNetworks =>
        [.. Split(ProxyProtocolFrom).Select(entry => Networks.TryParse(entry, out var network) ? network : default)];

    internal IReadOnlyDictionary<string, string> ForwardUserNames => Split(ForwardUsers)
        .Select(user => user.Split(':', 2)).ToDictionary(user => user[0], user => user[1]);

    internal IReadOnlyList<string> AnchorStores => Split(Anchors);

    internal IReadOnlyList<string> KnownSenderNames => Split(KnownSenders);

    internal static IReadOnlyList<string> Split(string? list) =>
        [.. (list ?? "").Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries).Distinct()];
}
