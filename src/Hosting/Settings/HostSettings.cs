using System.ComponentModel.DataAnnotations;

namespace Hosting.Settings;

/// <summary>The settings that every host has. A host can start with none of them set.</summary>
public sealed class HostSettings
{
    public const string Text = "text";
    public const string Json = "json";

    /// <summary>
    /// IP address to listen on; <c>localhost</c> is 127.0.0.1. Default loopback, so that a host is exposed to a network only on purpose.
    /// </summary>
    [Required]
    public string Address { get; set => field = ListenAddress.Normal(value); } = "127.0.0.1";

    /// <summary>A .pfx file, or a .pem file that holds the certificate and its key. Default none, like an empty value: no TLS.</summary>
    public string? Certificate { get; set => field = string.IsNullOrEmpty(value) ? null : value; }

    /// <summary>Password of the .pfx file.</summary>
    public string? CertificatePassword { get; set; }

    /// <summary>Whether the host measures itself and serves <c>/metrics</c>. Default true.</summary>
    public bool Metrics { get; set; } = true;

    /// <summary>
    /// Whether calls are also measured under the first system's name, <c>http_call_duration_milliseconds</c>, for dashboards that ask for
    /// it. Default false.
    /// </summary>
    public bool MillisecondMetrics { get; set; }

    /// <summary>Whether <c>/metrics</c> shows the meters of Kestrel, HttpClient and the runtime too. Default false.</summary>
    public bool FrameworkMetrics { get; set; }

    /// <summary>
    /// The share, in percent, of the host's work that has to succeed. Alerts tell when failures use up the rest too fast. Default 99.9.
    /// </summary>
    [Range(90, 99.999)]
    public double Objective { get; set; } = 99.9;

    /// <summary>
    /// A collector that gets, once a minute, what <c>/metrics</c> shows (OTLP). Default none, like an empty value.
    /// </summary>
    [HttpUrl]
    public string? MetricsCollector { get; set => field = string.IsNullOrEmpty(value) ? null : value; }

    /// <summary>A collector that gets the log too (OTLP). Default none, like an empty value: the console alone has it.</summary>
    [HttpUrl]
    public string? LogsCollector { get; set => field = string.IsNullOrEmpty(value) ? null : value; }

    /// <summary>
    /// A collector that gets the spans of requests, such as <c>http://127.0.0.1:4318</c> (OTLP). Default none, like an empty
    /// value: no spans are made.
    /// </summary>
    [HttpUrl]
    public string? Traces { get; set => field = string.IsNullOrEmpty(value) ? null : value; }

    /// <summary>
    /// Stops the host when its standard input ends: for a parent that starts it as a child process and may be killed. Default false,
    /// because a system service has no input.
    /// </summary>
    public bool StopAtEndOfInput { get; set; }

    /// <summary>Format of the log on the console: <c>text</c>, or <c>json</c> with one object a line. Default text.</summary>
    [AllowedValues(Text, Json)]
    public string LogFormat { get; set; } = Text;
}
