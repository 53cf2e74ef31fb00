using Analyzer.Protos.V1;
using Crash.Faults;
using Google.Protobuf;
using Grpc.Core;
using Grpc.Net.Client;
using AnalyzerClient = Analyzer.Protos.V1.Analyzer.AnalyzerClient;

namespace Crash.Systems.Analyzer.Clients;

/// <summary>gRPC with the generated client: <see cref="GrpcReport"/> writes a report in its JSON form.</summary>
internal sealed class GrpcClient : IAnalyzerClient
{
    private const int PageSize = 1000;
    private const int MaxPiece = 64 * 1024;

    private readonly GrpcChannel _channel;
    private readonly AnalyzerClient _client;
    private readonly bool _throughGateway;

    /// <param name="service">Or a gateway in front of it.</param>
    /// <param name="throughGateway">Then one more refusal is honest: that the service took too long.</param>
    public GrpcClient(Uri service, bool throughGateway = false)
    {
        _throughGateway = throughGateway;
        _channel = GrpcChannel.ForAddress(service);
        _client = new AnalyzerClient(_channel);
    }

    public string Way => "grpc";

    public Task<Response<byte[]>> SubmitAsync(FileToSend file, CancellationToken cancellationToken) => CallAsync<byte[]>(
        async () =>
        {
            using var call = _client.SubmitFile(cancellationToken: cancellationToken);
            await SendAsync(call.RequestStream, file, cancellationToken);
            var response = await call.ResponseAsync;
            return new(response.Known ? ResponseKind.Known : ResponseKind.New, GrpcReport.ToJson(response.Report));
        },
        cancellationToken);

    public Task<Response<byte[]>> FindAsync(string id, CancellationToken cancellationToken) => CallAsync<byte[]>(
        async () =>
        {
            var request = new AnalyzeResultRequest { Sha256 = id };
            var report = await _client.AnalyzeResultAsync(request, cancellationToken: cancellationToken);
            return new(ResponseKind.Known, GrpcReport.ToJson(report));
        },
        cancellationToken);

    public Task<Response<ReadBackPage>> ListAsync(string after, CancellationToken cancellationToken) => CallAsync<ReadBackPage>(
        async () =>
        {
            var request = new ListResultsRequest { Limit = PageSize, After = after };
            var page = await _client.ListResultsAsync(request, cancellationToken: cancellationToken);
            var reports = page.Reports.Select(report => (report.Sha256, GrpcReport.ToJson(report)));
            return new(ResponseKind.Known, new([.. reports], page.Next));
        },
        cancellationToken);

    public void Dispose() => _channel.Dispose();

    private static async Task SendAsync(IClientStreamWriter<SubmitFileRequest> stream, FileToSend file, CancellationToken cancellationToken)
    {
        try
        {
            await stream.WriteAsync(new SubmitFileRequest { Metadata = new FileMetadata { Size = (ulong)file.Size } }, cancellationToken);
            foreach (var piece in file.Pieces)
            {
                for (var rest = piece; !rest.IsEmpty; rest = rest[Math.Min(MaxPiece, rest.Length)..])
                {
                    var data = UnsafeByteOperations.UnsafeWrap(rest[..Math.Min(MaxPiece, rest.Length)]);
                    await stream.WriteAsync(new SubmitFileRequest { Data = data }, cancellationToken);
                }
            }

            await stream.CompleteAsync();
        }
        catch (Exception exception) when (exception is RpcException or InvalidOperationException or IOException or HttpRequestException)
        {
            // The call ended before everything was sent. Its response or status, which is awaited next, says why.
        }
    }

    private async Task<Response<T>> CallAsync<T>(Func<Task<Response<T>>> call, CancellationToken cancellationToken)
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
    private ResponseKind KindOf(RpcException exception, CancellationToken cancellationToken) => exception.StatusCode switch
    {
        _ when cancellationToken.IsCancellationRequested || exception.Status.DebugException is not null => ResponseKind.Unanswered,
        StatusCode.ResourceExhausted => ResponseKind.Busy,
        StatusCode.Unavailable => ResponseKind.Refused,
        StatusCode.DeadlineExceeded when _throughGateway => ResponseKind.Refused,
        StatusCode.NotFound => ResponseKind.NotFound,
        _ => ResponseKind.Wrong,
    };
}
