using System.Collections.Concurrent;
using Analyzer.Protos.V1;
using Google.Protobuf;
using Grpc.Net.Client;
using Load.Machine;
using Load.Systems.Analyzer.Corpus;

namespace Load.Systems.Analyzer.Transports.Grpc;

/// <summary>gRPC over cleartext HTTP/2: client-streamed uploads over a few connections that the callers share evenly.</summary>
internal sealed class GrpcTransport : ITransport
{
    /// <summary>Bytes of file data in a message; below the size from which .NET puts arrays on the large object heap.</summary>
    private const int ChunkLength = 64 * 1024;

    private readonly ConcurrentDictionary<(SourceFile Source, int Length), byte[][]> _messages = [];
    private readonly GrpcChannel[] _channels;

    /// <param name="address">The service's address, in cleartext.</param>
    /// <param name="connections">The number of connections that the callers share.</param>
    /// <param name="key">Shown with each call; null for none.</param>
    public GrpcTransport(Uri address, int connections, string? key = null) => _channels =
    [
        .. Enumerable.Range(0, connections).Select(_ => GrpcChannel.ForAddress(address, new GrpcChannelOptions
        {
            HttpHandler = key is null ? HttpHandlers.New(Wire) : new KeyHandler(key) { InnerHandler = HttpHandlers.New(Wire) },
        })),
    ];

    public WireCounter Wire { get; } = new();

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

    /// <summary>Shows a key with each request.</summary>
    private sealed class KeyHandler(string key) : DelegatingHandler
    {
        protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            request.Headers.TryAddWithoutValidation("x-api-key", key);
            return base.SendAsync(request, cancellationToken);
        }
    }

    private static IEnumerable<byte[]> Encode(ReadOnlyMemory<byte> data) =>
        Enumerable.Range(0, (data.Length + ChunkLength - 1) / ChunkLength)
        .Select(i => data.Slice(i * ChunkLength, Math.Min(ChunkLength, data.Length - i * ChunkLength)))
        .Select(chunk => new SubmitFileRequest { Data = UnsafeByteOperations.UnsafeWrap(chunk) }.ToByteArray());
}
