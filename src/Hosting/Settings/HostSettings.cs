using System.ComponentModel.DataAnnotations;

namespace Hosting.Settings;

/// <summary>The settings that every host has. A host can start with none of them set.</summary>
public sealed class HostSettings
{
    public const string Text = "text";
    public const string Json = "json";

    /// <summary>IP address to listen on. Default loopback, so that a host is exposed to a network only on purpose.</summary>
    [Required]
    public string Address { get; set; } = "127.0.0.1";

    /// <summary>A .pfx file, or a .pem file that holds the certificate and its key. Default none, like an empty value: no TLS.</summary>
    public string? Certificate { get; set => field = string.IsNullOrEmpty(value) ? null : value; }

    /// <summary>Password of the .pfx file.</summary>
    public string? CertificatePassword { get; set; }

    /// <summary>Whether the host measures itself and serves <c>/metrics</c>. Default true.</summary>
    public bool Metrics { get; set; } = true;

    /// <summary>
    /// A collector that gets the spans of requests, such as <c>http://127.0.0.1:4318</c> (OTLP over HTTP). Default none, like an empty
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
    [AllowedValues(Text, Json, ErrorMessage = "{0} has to be text or json.")]
    public string LogFormat { get; set; } = Text;
}
