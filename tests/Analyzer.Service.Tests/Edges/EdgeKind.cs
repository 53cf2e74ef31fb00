namespace Analyzer.Service.Tests.Edges;

/// <summary>Every way into the service: at its own ports, and through a gateway.</summary>
public enum EdgeKind
{
    RestHttp1,
    RestHttp2,
    RestForm,
    Grpc,
    GatewayRestHttp1,
    GatewayRestHttp2,
    GatewayRestForm,
    GatewayGrpc,
}

internal static class EdgeKinds
{
    public static IReadOnlyList<EdgeKind> Direct { get; } = [EdgeKind.RestHttp1, EdgeKind.RestHttp2, EdgeKind.RestForm, EdgeKind.Grpc];

    /// <param name="kind">One of <see cref="Direct"/>.</param>
    /// <param name="host">The service.</param>
    public static IEdge Connect(this EdgeKind kind, AnalyzerHost host) => kind.Connect(host.Http1, host.Http2);

    /// <summary>Any of them; starts the service's gateway when it is the first to ask for it.</summary>
    public static async Task<IEdge> ConnectAsync(this EdgeKind kind, AnalyzerHost host)
    {
        if (Direct.Contains(kind))
        {
            return kind.Connect(host);
        }

        var gateway = await host.GatewayAsync();
        return kind.Connect(gateway.Http1, gateway.Http2);
    }

    private static IEdge Connect(this EdgeKind kind, Uri http1, Uri http2) => kind switch
    {
        EdgeKind.RestHttp1 or EdgeKind.GatewayRestHttp1 => new RestEdge(http1, new Version(1, 1)),
        EdgeKind.RestHttp2 or EdgeKind.GatewayRestHttp2 => new RestEdge(http2, new Version(2, 0)),
        EdgeKind.RestForm or EdgeKind.GatewayRestForm => new RestEdge(http1, new Version(1, 1), multipart: true),
        _ => new GrpcEdge(http2),
    };
}
