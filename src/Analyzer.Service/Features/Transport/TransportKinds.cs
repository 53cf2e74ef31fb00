namespace Analyzer.Service.Features.Transport;

internal static class TransportKinds
{
    /// <summary>Of a request to the REST edge.</summary>
    public static TransportKind RestTransport(this HttpRequest request) =>
        HttpProtocol.IsHttp2(request.Protocol) ? TransportKind.RestH2
        : HttpProtocol.IsHttp3(request.Protocol) ? TransportKind.RestH3
        : TransportKind.RestH1;
}
