using Analyzer.Protos.V1;
using Google.Protobuf;
using Grpc.Core;
using Grpc.Net.Client;
using Load.Corpus;
using Load.Transports;
using AnalyzerClient = Analyzer.Protos.V1.Analyzer.AnalyzerClient;

namespace Load.Crash.Edges;

/// <summary>gRPC: a report is written in its JSON form here (<see cref="GrpcReport"/>).</summary>
internal sealed class GrpcEdge : IEdge
{
    private const int PageSize = 1000;
    private const int ChunkLength = 64 * 1024;

    private readonly GrpcChannel _channel;
    private readonly AnalyzerClient _client;

    public GrpcEdge(Uri service)
    {
        _channel = GrpcChannel.ForAddress(service, new GrpcChannelOptions { HttpHandler = Handler.New(new WireCounter()) });
        _client = new AnalyzerClient(_channel);
    }

    public string Name => "grpc";

    public Task<Response<byte[]>> SubmitAsync(Upload upload, CancellationToken cancellationToken) => CallAsync<byte[]>(
        async () =>
        {
            using var call = _client.SubmitFile(cancellationToken: cancellationToken);
            await SendAsync(call.RequestStream, upload, cancellationToken);
            var response = await call.ResponseAsync;
            return new(response.Known ? ResponseKind.Known : ResponseKind.New, GrpcReport.ToJson(response.Report));
        },
        cancellationToken);

    public Task<Response<byte[]>> FindAsync(Digest id, CancellationToken cancellationToken) => CallAsync<byte[]>(
        async () =>
        {
            var request = new AnalyzeResultRequest { Sha256 = id.ToString() };
            return new(ResponseKind.Known, GrpcReport.ToJson(await _client.AnalyzeResultAsync(request, cancellationToken: cancellationToken)));
        },
        cancellationToken);

    public Task<Response<ListedPage>> ListAsync(string after, CancellationToken cancellationToken) => CallAsync<ListedPage>(
        async () =>
        {
            var page = await _client.ListResultsAsync(new ListResultsRequest { Limit = PageSize, After = after }, cancellationToken: cancellationToken);
            return new(ResponseKind.Known, new([.. page.Reports.Select(GrpcReport.ToJson)], page.Next));
        },
        cancellationToken);

    public void Dispose() => _channel.Dispose();

    private static async Task SendAsync(IClientStreamWriter<SubmitFileRequest> stream, Upload upload, CancellationToken cancellationToken)
    {
        try
        {
            await stream.WriteAsync(new SubmitFileRequest { Metadata = new FileMetadata { Size = (ulong)upload.Size } }, cancellationToken);
            for (var head = upload.Head; !head.IsEmpty; head = head[Math.Min(ChunkLength, head.Length)..])
            {
                await stream.WriteAsync(Data(head[..Math.Min(ChunkLength, head.Length)]), cancellationToken);
            }

            await stream.WriteAsync(Data(upload.Tail), cancellationToken);
            await stream.CompleteAsync();
        }
        catch (Exception exception) when (exception is RpcException or InvalidOperationException)
        {
            // The call ended while there was still something to send: its response or status, which is awaited next, says why.
        }
    }

    private static SubmitFileRequest Data(ReadOnlyMemory<byte> bytes) => new() { Data = UnsafeByteOperations.UnsafeWrap(bytes) };

    private static async Task<Response<T>> CallAsync<T>(Func<Task<Response<T>>> call, CancellationToken cancellationToken)
        where T : class
    {
        try
        {
            return await call();
        }
        catch (RpcException exception)
        {
            return new(KindOf(exception, cancellationToken), null, $"{exception.StatusCode} {exception.Status.Detail}");
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return new(ResponseKind.Unanswered, null, "no answer in time");
        }
    }

    /// <summary>A status with an exception behind it was made by the client's own library: the service did not answer.</summary>
    private static ResponseKind KindOf(RpcException exception, CancellationToken cancellationToken) => exception.StatusCode switch
    {
        _ when cancellationToken.IsCancellationRequested || exception.Status.DebugException is not null => ResponseKind.Unanswered,
        StatusCode.Unavailable or StatusCode.ResourceExhausted => ResponseKind.Refused,
        StatusCode.NotFound => ResponseKind.NotFound,
        _ => ResponseKind.Wrong,
    };
}
