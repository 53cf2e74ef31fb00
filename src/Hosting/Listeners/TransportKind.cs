namespace Hosting.Listeners;

/// <summary>How a request arrived.</summary>
public enum TransportKind
{
    RestH1,
    RestH2,
    RestH3,
    Grpc,
}

public static class TransportKinds
{
    /// <summary>The transport of a request to a REST endpoint.</summary>
    public static TransportKind RestTransport(this HttpRequest request) =>
        HttpProtocol.IsHttp2(request.Protocol) ? TransportKind.RestH2
        : HttpProtocol.IsHttp3(request.Protocol) ? TransportKind.RestH3
        : TransportKind.RestH1;
}
