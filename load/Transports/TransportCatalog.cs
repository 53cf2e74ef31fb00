using System.Collections.Frozen;
using Load.Transports.Grpc;
using Load.Transports.Rest;

namespace Load.Transports;

/// <summary>All transports by name.</summary>
internal static class TransportCatalog
{
    /// <summary>Over which callers of a multiplexed transport are spread: one HTTP/2 connection is bound to about one core on either side.</summary>
    public const int Connections = 4;

    /// <summary>REST as people use it, and gRPC.</summary>
    public static IReadOnlyList<string> Usual { get; } = ["rest", "grpc"];

    /// <summary>And HTTP/2 without gRPC between them. (<c>rest-form</c> is there too, for the suite that asks what a form costs.)</summary>
    public static IReadOnlyList<string> All { get; } = ["rest", "rest-h2", "grpc"];

    /// <summary>Whether it needs the endpoint that speaks HTTP/2.</summary>
    public static bool UsesHttp2(string name) => name != "rest";

    private static readonly FrozenDictionary<string, Func<Uri, Uri, ITransport>> ByName = new Dictionary<string, Func<Uri, Uri, ITransport>>
    {
        ["rest"] = (http, _) => new Http1Transport(http, form: false),
        ["rest-h2"] = (_, grpc) => new Http2Transport(grpc, Connections),
        ["rest-form"] = (http, _) => new Http1Transport(http, form: true),
        ["grpc"] = (_, grpc) => new GrpcTransport(grpc, Connections),
    }.ToFrozenDictionary();

    /// <param name="name">One of the names above.</param>
    /// <param name="http">The service's HTTP/1.1 endpoint.</param>
    /// <param name="grpc">Its cleartext HTTP/2 endpoint.</param>
    public static ITransport Create(string name, Uri http, Uri grpc) => ByName[name](http, grpc);
}
