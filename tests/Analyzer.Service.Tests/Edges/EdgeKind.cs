namespace Analyzer.Service.Tests.Edges;

/// <summary>Every way into the service.</summary>
public enum EdgeKind
{
    RestHttp1,
    RestHttp2,
    RestForm,
    Grpc,
}

internal static class EdgeKinds
{
    public static IEdge Connect(this EdgeKind kind, AnalyzerHost host) => kind switch
    {
        EdgeKind.RestHttp1 => new RestEdge(host.Http1, new Version(1, 1)),
        EdgeKind.RestHttp2 => new RestEdge(host.Http2, new Version(2, 0)),
        EdgeKind.RestForm => new RestEdge(host.Http1, new Version(1, 1), multipart: true),
        _ => new GrpcEdge(host.Http2),
    };
}
