using System.ComponentModel.DataAnnotations;

namespace Gateway.Features.Settings;

/// <summary>The backends, and how they are treated: at the host's own section.</summary>
internal sealed class GatewayOptions
{
    /// <summary>
    /// Addresses of the backends' gRPC ports, separated by commas. Default <c>http://127.0.0.1:5081</c>. Read anew when the configuration
    /// changes.
    /// </summary>
    [BackendAddresses]
    public string Backends { get; set; } = "http://127.0.0.1:5081";

    /// <summary>Connections to each backend. Default one for each processor.</summary>
    [Range(1, 64)]
    public int ConnectionsPerBackend { get; set; } = Math.Min(Environment.ProcessorCount, 64);

    /// <summary>
    /// Bytes of an upload that are held, so that a small one can be sent to another backend when one fails. Default 64 KiB.
    /// </summary>
    [Range(0, 16 << 20)]
    public int HoldBytes { get; set; } = 64 << 10;

    /// <summary>Longest time to make a connection to a backend. Default 2 s.</summary>
    [Range(typeof(TimeSpan), "00:00:00.010", "00:10:00")]
    public TimeSpan ConnectTimeout { get; set; } = TimeSpan.FromSeconds(2);

    /// <summary>
    /// Longest time for the answer to a look-up, or to an upload that was sent to its end; over REST also to want a file, and to take a
    /// piece of it. Default 10 s.
    /// </summary>
    [Range(typeof(TimeSpan), "00:00:00.010", "00:10:00")]
    public TimeSpan AnswerTimeout { get; set; } = TimeSpan.FromSeconds(10);

    /// <summary>
    /// Silence of a connection with calls after which the backend is asked for a sign of life, and the time it has for that. Default 2 s.
    /// </summary>
    [Range(typeof(TimeSpan), "00:00:01", "00:10:00")]
    public TimeSpan PingTimeout { get; set; } = TimeSpan.FromSeconds(2);

    /// <summary>A backend that fails is left out for so long, times the number of its ejections. Default 10 s.</summary>
    [Range(typeof(TimeSpan), "00:00:00.010", "01:00:00")]
    public TimeSpan EjectionTime { get; set; } = TimeSpan.FromSeconds(10);

    /// <summary>
    /// How long a backend that came back gets less than its share of the calls: a tenth at first, all of it in the end. Default 10 s.
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
    /// The key that the gateway shows to backends, which needs the scopes of all its clients. Default none: backends ask for none.
    /// </summary>
    public string? BackendKey { get; set; }

    /// <summary>Password of the .pfx file.</summary>
    public string? BackendCertificatePassword { get; set; }
}
