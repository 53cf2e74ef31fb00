using System.Collections.Concurrent;
using Analyzer.Protos.V1;
using Google.Protobuf;
using Grpc.Net.Client;
using Load.Corpus;

namespace Load.Transports;

/// <summary>gRPC over cleartext HTTP/2: client-streamed uploads over a few connections that the callers share evenly.</summary>
internal sealed class GrpcTransport : ITransport
{
    /// <summary>Of file data in a message; below the size from which .NET puts arrays on the large object heap.</summary>
    public const int ChunkLength = 64 * 1024;

    private readonly ConcurrentDictionary<(SourceFile Source, int Length), SubmitFileRequest[]> _chunks = [];
    private readonly GrpcChannel[] _channels;

    public GrpcTransport(Uri address, int connections) =>
        _channels = [.. Enumerable.Range(0, connections).Select(_ => GrpcChannel.ForAddress(address, new GrpcChannelOptions { HttpHandler = Handler.New(Wire) }))];

    public WireCounter Wire { get; } = new();

    public ICaller NewCaller(int number) => new GrpcCaller(new Analyzer.Protos.V1.Analyzer.AnalyzerClient(_channels[number % _channels.Length]), this);

    /// <summary>The messages of a head, made once: they hold slices of the file itself, and every request sends the same ones.</summary>
    public SubmitFileRequest[] ChunksOf(Upload upload) => _chunks.GetOrAdd((upload.Source, upload.Head.Length), static (_, head) => Chunk(head), upload.Head);

    public static SubmitFileRequest[] Chunk(ReadOnlyMemory<byte> data) =>
    [
        .. Enumerable.Range(0, (data.Length + ChunkLength - 1) / ChunkLength)
            .Select(i => data.Slice(i * ChunkLength, Math.Min(ChunkLength, data.Length - i * ChunkLength)))
            .Select(chunk => new SubmitFileRequest { Data = UnsafeByteOperations.UnsafeWrap(chunk) }),
    ];

    public ValueTask DisposeAsync()
    {
        foreach (var channel in _channels)
        {
            channel.Dispose();
        }

        return ValueTask.CompletedTask;
    }
}
