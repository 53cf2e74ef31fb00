using System.Net;
using System.Collections.Concurrent;
using Analyzer.Protos.V1;
using Google.Protobuf;
using Grpc.Net.Client;
using Load.Machine;
using Load.Systems.Analyzer.Corpus;

namespace Load.Systems.Analyzer.Transports.Grpc;

/// <summary>gRPC over HTTP/2 or HTTP/3: client-streamed uploads over a few connections that the callers share evenly.</summary>
internal sealed class GrpcTransport : ITransport
{
    /// <summary>Bytes of file data in a message; below the size from which .NET puts arrays on the large object heap.</summary>
    private const int ChunkLength = 64 * 1024;

    private readonly ConcurrentDictionary<(SourceFile Source, int Length), byte[][]> _messages = [];
    private readonly GrpcChannel[] _channels;
    private readonly Version _version;
    private readonly WireCounter _wire;

    /// <param name="service">http or https.</param>
    /// <param name="version">Of HTTP: 2 or 3.</param>
    /// <param name="connections">The number of connections that the callers share.</param>
    /// <param name="to">What clients show and trust.</param>
    /// <param name="wire">Counts the bytes of connections over TCP.</param>
    public GrpcTransport(Uri service, Version version, int connections, AnalyzerAddresses to, WireCounter wire)
    {
        (_version, _wire) = (version, wire);
        _channels =
        [
            .. Enumerable.Range(0, connections).Select(_ => GrpcChannel.ForAddress(
                HttpHandlers.Named(service, version, to.Trust),
                new GrpcChannelOptions
                {
                    HttpHandler = KeyHandler.Before(HttpHandlers.New(wire, service, to.Trust), to.Key),
                    HttpVersion = version,
                    HttpVersionPolicy = HttpVersionPolicy.RequestVersionExact,
                    DisposeHttpClient = true,
                })),
        ];
    }

    public WireCounter? Wire => _version < HttpVersion.Version30 ? _wire : null;

    public ICaller NewCaller(int number) => new GrpcCaller(_channels[number % _channels.Length], this);

    /// <summary>The messages of an upload: those of its head, made once for all requests, and one for its tail.</summary>
    public IEnumerable<byte[]> MessagesOf(Upload upload)
    {
        var head = _messages.GetOrAdd((upload.Source, upload.Head.Length), static (_, head) => [.. Encode(head)], upload.Head);
        return upload.Tail.IsEmpty ? head : head.Concat(Encode(upload.Tail));
    }

    public ValueTask DisposeAsync()
    {
        foreach (var channel in _channels)
        {
            channel.Dispose();
        }

        return ValueTask.CompletedTask;
    }

    private static IEnumerable<byte[]> Encode(ReadOnlyMemory<byte> data) =>
        Enumerable.Range(0, (data.Length + ChunkLength - 1) / ChunkLength)
        .Select(i => data.Slice(i * ChunkLength, Math.Min(ChunkLength, data.Length - i * ChunkLength)))
        .Select(chunk => new SubmitFileRequest { Data = UnsafeByteOperations.UnsafeWrap(chunk) }.ToByteArray());
}
