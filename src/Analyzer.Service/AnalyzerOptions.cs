using System.ComponentModel.DataAnnotations;

namespace Analyzer.Service;

/// <summary>Where the service listens and keeps its data. Section <c>Analyzer</c>; it starts with none of it set.</summary>
internal sealed class AnalyzerOptions
{
    public const string Section = "Analyzer";
    public const string Sqlite = "sqlite";
    public const string Elasticsearch = "elasticsearch";

    /// <summary>Folder of the embedded store, made when absent. Default <c>./data</c>.</summary>
    [Required]
    public string DataDirectory { get; set; } = "data";

    /// <summary>IP address to listen on. Default loopback: whoever opens the service to a network says so.</summary>
    [Required]
    public string Address { get; set; } = "127.0.0.1";

    /// <summary>HTTP/1.1: REST and metrics. Default 5080; 0 takes a free port.</summary>
    [Range(0, 65535)]
    public int HttpPort { get; set; } = 5080;

    /// <summary>HTTP/2 in cleartext, with prior knowledge: gRPC and REST. Default 5081; 0 takes a free port.</summary>
    [Range(0, 65535)]
    public int GrpcPort { get; set; } = 5081;

    /// <summary>TLS with HTTP/1.1, 2 and, where QUIC is to be had, 3; only with a <see cref="Certificate"/>. Default 5443; 0 takes a free port.</summary>
    [Range(0, 65535)]
    public int TlsPort { get; set; } = 5443;

    /// <summary>A .pfx file, or a .pem file that holds the certificate and its key. Null for no TLS.</summary>
    public string? Certificate { get; set; }

    /// <summary>Password of the .pfx file.</summary>
    public string? CertificatePassword { get; set; }

    /// <summary>Which store holds the reports: <c>sqlite</c>, the default, or <c>elasticsearch</c>.</summary>
    [AllowedValues(Sqlite, Elasticsearch)]
    public string Store { get; set; } = Sqlite;

    /// <summary>Most bytes for reports that are asked for again and again, so that the store need not be. Default 32 MiB; 0 for none.</summary>
    [Range(0, 1L << 34)]
    public long CacheBytes { get; set; } = 32 << 20;

    /// <summary>Counts, times and shows at <c>/metrics</c> what the service does. Default true.</summary>
    public bool Metrics { get; set; } = true;

    /// <summary>
    /// Stops the service when its standard input ends: for whoever starts it as a child process and may be killed. Default false, because a
    /// service that a system starts has no input.
    /// </summary>
    public bool StopAtEndOfInput { get; set; }

    /// <summary>Of the log on the console: <c>text</c>, or <c>json</c> with one object a line. Default text.</summary>
    [AllowedValues(Features.Logging.LogFormat.Text, Features.Logging.LogFormat.Json)]
    public string LogFormat { get; set; } = Features.Logging.LogFormat.Text;
}
