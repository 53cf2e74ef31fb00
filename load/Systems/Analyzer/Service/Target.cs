namespace Load.Systems.Analyzer.Service;

/// <summary>The addresses of a service that the lab did not start.</summary>
/// <param name="Http">REST over HTTP/1.1.</param>
/// <param name="Grpc">gRPC, and REST over HTTP/2.</param>
/// <param name="NeedsHttp2">Whether any row will go there.</param>
internal sealed record Target(Uri Http, Uri Grpc, bool NeedsHttp2)
{
    /// <summary>Shown with each request; null for none.</summary>
    public string? Key { get; init; }

    /// <summary>The default port of the service.</summary>
    public const int DefaultGrpcPort = 5081;

    /// <param name="http">http or https.</param>
    /// <param name="grpc">Null: over TLS it is the same address, in cleartext the same host at the service's default port.</param>
    /// <param name="needsHttp2">Whether any row will go there.</param>
    public static Target At(Uri http, Uri? grpc, bool needsHttp2) => new(
        http, grpc ?? (http.Scheme == Uri.UriSchemeHttps ? http : new UriBuilder(http) { Port = DefaultGrpcPort }.Uri), needsHttp2);
}
