using System.ComponentModel.DataAnnotations;
using Hosting.Settings;

namespace Gateway.Features.Settings;

/// <summary>The settings for the backends, at the host's own section.</summary>
internal sealed class GatewayOptions
{
    /// <summary>The name of the set that <see cref="Backends"/> is.</summary>
    public const string DefaultSet = "default";

    public static bool IsDefaultSet(string name) => name.Equals(DefaultSet, StringComparison.OrdinalIgnoreCase);

    /// <summary>
    /// Addresses of the backends' gRPC ports, separated by commas. Default <c>http://127.0.0.1:5081</c>. Read again when the configuration
    /// changes. Empty for no analyzer, if there are <c>Sets</c>.
    /// </summary>
    [BackendAddresses(MayBeEmpty = true)]
    [ListText]
    public string Backends { get; set => field = value ?? ""; } = "http://127.0.0.1:5081";

    /// <summary>
    /// Sets of backends for services that are not the analyzer's, by name: each has <c>Backends</c> and perhaps a <c>Key</c>. Default none.
    /// Read again when the configuration changes.
    /// </summary>
    public Dictionary<string, SetSettings> Sets { get; set => field = value ?? []; } = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>
    /// Which calls go to which set, by name: each has <c>Match</c> (a service, or a prefix of paths) and <c>Set</c>. Default none: all go
    /// to <c>Backends</c>. Read again when the configuration changes.
    /// </summary>
    public Dictionary<string, RouteSettings> Routes { get; set => field = value ?? []; } = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>Whether calls of gRPC-Web, which browsers make, are taken and passed on as gRPC. Default false.</summary>
    public bool GrpcWeb { get; set; }

    /// <summary>
    /// The origins of pages that may call the gateway from a browser (CORS), such as <c>https://app.example.org</c>, separated by commas,
    /// or <c>*</c> for all. Default none.
    /// </summary>
    [Origins]
    [ListText]
    public string? CorsOrigins { get; set; }

    /// <summary>Connections to each backend. Default: one for each processor.</summary>
    [Range(1, 64)]
    public int ConnectionsPerBackend { get; set; } = Math.Min(Environment.ProcessorCount, 64);

    /// <summary>
    /// How long a connection takes new calls. After that another one is opened, for which the name is resolved again. Default 5 min.
    /// </summary>
    [Range(typeof(TimeSpan), "00:00:01", "1.00:00:00")]
    public TimeSpan ConnectionLifetime { get; set; } = TimeSpan.FromMinutes(5);

    /// <summary>
    /// Bytes of an upload that are held, so that a small one can be sent to another backend when one fails. Default 64 KiB.
    /// </summary>
    [Range(0, 16 << 20)]
    public int HoldBytes { get; set; } = 64 << 10;

    /// <summary>
    /// Whether uploads are refused while too many wait for the gateway's own processors: a limit on those at work (all except those with
    /// silent senders) falls then, and rises again. Default true.
    /// </summary>
    public bool Adaptive { get; set; } = true;

    /// <summary>
    /// Bytes of a call's metadata, counted as gRPC does: 32 for each field, beside its name and value. Default 64 KiB.
    /// </summary>
    [Range(1 << 10, 1 << 20)]
    public int MaxRequestMetadataBytes { get; set; } = 64 << 10;

    /// <summary>Bytes of a backend's headers, and of its trailers, counted in the same way. Default 64 KiB.</summary>
    [Range(1 << 10, 1 << 20)]
    public int MaxResponseMetadataBytes { get; set; } = 64 << 10;

    /// <summary>Longest time to open a connection to a backend. Default 2 s.</summary>
    [Range(typeof(TimeSpan), "00:00:00.010", "00:10:00")]
    public TimeSpan ConnectTimeout { get; set; } = TimeSpan.FromSeconds(2);

    /// <summary>
    /// Longest time for the answer to a look-up, or to an upload that was sent in full; over REST also until the backend asks for a file,
    /// or takes a piece of it. Default 10 s.
    /// </summary>
    [Range(typeof(TimeSpan), "00:00:00.010", "00:10:00")]
    public TimeSpan AnswerTimeout { get; set; } = TimeSpan.FromSeconds(10);

    /// <summary>
    /// A busy connection that is silent for so long is pinged, and the backend has the same time to answer. Default 2 s.
    /// </summary>
    [Range(typeof(TimeSpan), "00:00:01", "00:10:00")]
    public TimeSpan PingTimeout { get; set; } = TimeSpan.FromSeconds(2);

    /// <summary>How long a failing backend is ejected, times the number of its ejections. Default 10 s.</summary>
    [Range(typeof(TimeSpan), "00:00:00.010", "01:00:00")]
    public TimeSpan EjectionTime { get; set; } = TimeSpan.FromSeconds(10);

    /// <summary>
    /// How long the share of a backend that came back rises, from a tenth of its calls to all of them. Default 10 s.
    /// </summary>
    [Range(typeof(TimeSpan), "00:00:00", "01:00:00")]
    public TimeSpan SlowStartTime { get; set; } = TimeSpan.FromSeconds(10);

    /// <summary>A .pem file with the authorities that signed the backends' certificates. Default none: those of the system.</summary>
    public string? BackendAuthority { get; set; }

    /// <summary>
    /// A .pfx file, or a .pem file that holds the certificate and its key, which the gateway shows to backends. Default none.
    /// </summary>
    public string? BackendCertificate { get; set; }

    /// <summary>
    /// The key that the gateway shows to backends; it needs the scopes of all its clients. Default none: backends need no key.
    /// </summary>
    public string? BackendKey { get; set; }

    /// <summary>Password of the .pfx file.</summary>
    public string? BackendCertificatePassword { get; set; }

    /// <summary>The address of a Sigma whose newest alerts the page shows, such as <c>http://127.0.0.1:5280</c>. Default none.</summary>
    [NeighbourAddress]
    public string? SigmaUrl { get; set; }

    /// <summary>The address of a prober whose availabilities the page shows, such as <c>http://127.0.0.1:8181</c>. Default none.</summary>
    [NeighbourAddress]
    public string? ProberUrl { get; set; }

    /// <summary>
    /// The address of a journal of which the page shows how far it is proven, such as <c>http://127.0.0.1:5580</c>. Default none.
    /// </summary>
    [NeighbourAddress]
    public string? JournalUrl { get; set; }

    /// <summary>
    /// The address of a <c>journal ui</c>, to which the page links for the proof of each verdict and alert, such as
    /// <c>http://127.0.0.1:5581</c>. Default none.
    /// </summary>
    [NeighbourAddress]
    public string? JournalReaderUrl { get; set; }
}
