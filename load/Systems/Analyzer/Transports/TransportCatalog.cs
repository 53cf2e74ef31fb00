using System.Collections.Frozen;
using System.Net;
using Load.Machine;
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
    public const string RestTls = "rest-tls";
    public const string RestOverHttp2Tls = "rest-h2-tls";
    public const string RestOverHttp3 = "rest-h3";
    public const string GrpcTls = "grpc-tls";
    public const string GrpcOverHttp3 = "grpc-h3";

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

    /// <summary>The same over TLS, and over HTTP/3, which knows nothing else.</summary>
    public static IReadOnlyList<string> Secured { get; } = [RestTls, RestOverHttp2Tls, RestOverHttp3, GrpcTls, GrpcOverHttp3];

    /// <summary>What a sentence calls them.</summary>
    public static IReadOnlyDictionary<string, string> Spoken { get; } = new Dictionary<string, string>
    {
        [Rest] = "REST",
        [RestOverHttp2] = "REST over HTTP/2",
        [RestForm] = "REST in a form",
        [RestPerCall] = "REST with a connection for each call",
        [Grpc] = "gRPC",
        [RestTls] = "REST over TLS",
        [RestOverHttp2Tls] = "REST over HTTP/2 and TLS",
        [RestOverHttp3] = "REST over HTTP/3",
        [GrpcTls] = "gRPC over TLS",
        [GrpcOverHttp3] = "gRPC over HTTP/3",
    };

    /// <summary>Whether it needs the endpoint that speaks HTTP/2 in cleartext.</summary>
    public static bool UsesHttp2(string name) => name is RestOverHttp2 or Grpc;

    /// <summary>Whether it needs the endpoint that speaks TLS.</summary>
    public static bool UsesTls(string name) => Secured.Contains(name);

    /// <summary>Whether callers share connections; otherwise each has its own.</summary>
    public static bool IsMultiplexed(string name) => SharesConnections(name) || name is Grpc or GrpcTls or GrpcOverHttp3;

    /// <summary>Whether requests share connections that reset a stream for each early answer.</summary>
    public static bool SharesConnections(string name) => name is RestOverHttp2 or RestOverHttp2Tls or RestOverHttp3;

    /// <summary>Why it cannot be used here; null when it can.</summary>
    public static string? ObstacleTo(string name) => name is (RestOverHttp3 or GrpcOverHttp3) && !MsQuic.IsThere
        ? "HTTP/3 needs msquic on this machine (Debian: Microsoft's package libmsquic, with libnuma1; a copy elsewhere is found through " +
          "LD_LIBRARY_PATH)"
        : null;

    private static readonly FrozenDictionary<string, Func<AnalyzerAddresses, WireCounter, int, ITransport>> ByName =
        new Dictionary<string, Func<AnalyzerAddresses, WireCounter, int, ITransport>>
        {
            [Rest] = (to, wire, _) => new Http1Transport(to.Http, form: false, key: to.Key) { Wire = wire },
            [RestOverHttp2] = (to, wire, connections) => new HttpTransport(to.Grpc, HttpVersion.Version20, connections, to, wire),
            [RestForm] = (to, wire, _) => new Http1Transport(to.Http, form: true, key: to.Key) { Wire = wire },
            [RestPerCall] = (to, wire, _) => new Http1Transport(to.Http, form: false, perCall: true, to.Key) { Wire = wire },
            [Grpc] = (to, wire, connections) => new GrpcTransport(to.Grpc, HttpVersion.Version20, connections, to, wire),
            [RestTls] = (to, wire, _) => new Http1Transport(to.Tls!, form: false, key: to.Key) { Wire = wire, Trust = to.Trust },
            [RestOverHttp2Tls] = (to, wire, connections) => new HttpTransport(to.Tls!, HttpVersion.Version20, connections, to, wire),
            [RestOverHttp3] = (to, wire, connections) => new HttpTransport(to.Tls!, HttpVersion.Version30, connections, to, wire),
            [GrpcTls] = (to, wire, connections) => new GrpcTransport(to.Tls!, HttpVersion.Version20, connections, to, wire),
            [GrpcOverHttp3] = (to, wire, connections) => new GrpcTransport(to.Tls!, HttpVersion.Version30, connections, to, wire),
        }.ToFrozenDictionary();

    /// <summary>Names that a person may give.</summary>
    public static IEnumerable<string> Names => ByName.Keys;

    /// <param name="name">One of the names above.</param>
    /// <param name="to">The service.</param>
    /// <param name="connecting">Whether connections are kept.</param>
    public static ITransport Create(string name, AnalyzerAddresses to, ConnectionUse connecting = ConnectionUse.Kept)
    {
        var create = ByName[name];
        if (connecting == ConnectionUse.Kept)
        {
            return create(to, new WireCounter(), Connections);
        }

        var once = to with { Trust = to.Trust with { Resumes = connecting == ConnectionUse.Resumed } };
        return new OneCallTransport(wire => create(once, wire, 1));
    }
}
