using System.Collections.Frozen;
using Load.Systems.Analyzer.Transports.Grpc;
using Load.Systems.Analyzer.Transports.Rest;

namespace Load.Systems.Analyzer.Transports;

/// <summary>All transports by name.</summary>
internal static class TransportCatalog
{
    public const string Rest = "rest";
    public const string RestOverHttp2 = "rest-h2";
    public const string RestForm = "rest-form";
    public const string Grpc = "grpc";

    /// <summary>REST with a connection for each call: where the client's ports run out before the service does.</summary>
    public const string RestPerCall = "rest-per-call";

    /// <summary>
    /// Over which callers of a multiplexed transport are spread: one HTTP/2 connection is bound to about one core on either side.
    /// </summary>
    public const int Connections = 4;

    /// <summary>REST as people use it, and gRPC.</summary>
    public static IReadOnlyList<string> Usual { get; } = [Rest, Grpc];

    /// <summary>HTTP/2 without gRPC stands between them. (<see cref="RestForm"/> is for the suite that asks what a form costs.)</summary>
    public static IReadOnlyList<string> All { get; } = [Rest, RestOverHttp2, Grpc];

    /// <summary>Whether it needs the endpoint that speaks HTTP/2.</summary>
    public static bool UsesHttp2(string name) => name is not (Rest or RestForm or RestPerCall);

    private static readonly FrozenDictionary<string, Func<Uri, Uri, string?, ITransport>> ByName =
        new Dictionary<string, Func<Uri, Uri, string?, ITransport>>
        {
            [Rest] = (http, _, key) => new Http1Transport(http, form: false, key: key),
            [RestOverHttp2] = (_, grpc, _) => new Http2Transport(grpc, Connections),
            [RestForm] = (http, _, key) => new Http1Transport(http, form: true, key: key),
            [RestPerCall] = (http, _, key) => new Http1Transport(http, form: false, perCall: true, key),
            [Grpc] = (_, grpc, key) => new GrpcTransport(grpc, Connections, key),
        }.ToFrozenDictionary();

    /// <param name="name">One of the names above.</param>
    /// <param name="http">The service's HTTP/1.1 endpoint.</param>
    /// <param name="grpc">Its cleartext HTTP/2 endpoint.</param>
    /// <param name="key">Shown with each request; null for none.</param>
    public static ITransport Create(string name, Uri http, Uri grpc, string? key = null) => ByName[name](http, grpc, key);
}
