using System.Globalization;
using System.Text.Json.Nodes;
using Analyzer.Protos.V1;
using Crash.Systems.Analyzer.Clients;
using Google.Protobuf;
using Google.Protobuf.WellKnownTypes;
using Grpc.Core;
using Grpc.Net.Client;
using Hosting.Errors;
using Rpc = Analyzer.Protos.V1.Analyzer;
using Wire = Analyzer.Protos.V1;

namespace Analyzer.Service.Tests.Edges;

/// <summary>The generated client.</summary>
internal sealed class GrpcEdge : IEdge
{
    private readonly GrpcChannel _channel;

    public GrpcEdge(Uri address)
    {
        _channel = GrpcChannel.ForAddress(address);
        Client = new Rpc.AnalyzerClient(_channel);
    }

    public Rpc.AnalyzerClient Client { get; }

    public async Task<Answer> SubmitAsync(IAsyncEnumerable<byte[]> pieces, string? sha256, long? size, CancellationToken cancellationToken)
    {
        try
        {
            using var call = Client.SubmitFile(cancellationToken: cancellationToken);
            using var answered = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            var sending = SendAsync(answered.Token);
            try
            {
                var response = await call.ResponseAsync;
                return new Answer("OK", "", response.Known, ToJson(response.Report), null);
            }
            finally
            {
                // The service may answer before the file is sent: then there is nobody left to send to.
                await answered.CancelAsync();
                await sending;
            }

            async Task SendAsync(CancellationToken untilAnswered)
            {
                var metadata = new FileMetadata();
                if (sha256 is not null)
                {
                    metadata.Sha256 = sha256;
                }

                if (size is { } length)
                {
                    metadata.Size = (ulong)length;
                }

                try
                {
                    await call.RequestStream.WriteAsync(new SubmitFileRequest { Metadata = metadata }, untilAnswered);
                    await foreach (var piece in pieces.WithCancellation(untilAnswered))
                    {
                        await call.RequestStream.WriteAsync(new SubmitFileRequest { Data = ByteString.CopyFrom(piece) }, untilAnswered);
                    }

                    await call.RequestStream.CompleteAsync();
                }
                catch (Exception ended) when (ended is RpcException or InvalidOperationException or OperationCanceledException
                    or IOException or HttpRequestException)
                {
                    // The answer says why.
                }
            }
        }
        catch (RpcException refused)
        {
            return Refused(refused);
        }
    }

    public async Task<Answer> FindAsync(string sha256, CancellationToken cancellationToken)
    {
        try
        {
            var report = await Client.AnalyzeResultAsync(
                new AnalyzeResultRequest { Sha256 = sha256 }, cancellationToken: cancellationToken);
            return new Answer("OK", "", true, ToJson(report), null);
        }
        catch (RpcException refused)
        {
            return Refused(refused);
        }
    }

    public async Task<Answer> DeleteAsync(string sha256, CancellationToken cancellationToken)
    {
        try
        {
            await Client.DeleteResultAsync(new DeleteResultRequest { Sha256 = sha256 }, cancellationToken: cancellationToken);
            return new Answer("OK", "", null, null, null);
        }
        catch (RpcException refused)
        {
            return Refused(refused);
        }
    }

    public async Task<Answer> ListAsync(Listing arguments, CancellationToken cancellationToken)
    {
        var request = new ListResultsRequest
        {
            Type = arguments.Type ?? "",
            From = arguments.From?.ToTimestamp(),
            To = arguments.To?.ToTimestamp(),
            Sha256 = arguments.Sha256 ?? "",
            Limit = arguments.Limit ?? 0,
            After = arguments.After ?? "",
        };
        if (arguments.Verdict is { } verdict)
        {
            request.Verdict = System.Enum.TryParse<Wire.Verdict>(verdict, ignoreCase: true, out var known) ? known : (Wire.Verdict)99;
        }

        if (arguments.MinScore is { } minScore)
        {
            request.MinScore = minScore;
        }

        if (arguments.MaxScore is { } maxScore)
        {
            request.MaxScore = maxScore;
        }

        try
        {
            var page = await Client.ListResultsAsync(request, cancellationToken: cancellationToken);
            return new Answer("OK", string.Join(',', [.. page.Reports.Select(report => report.Sha256), page.Next]), true, null, null);
        }
        catch (RpcException refused)
        {
            return Refused(refused);
        }
    }

    public string StatusOf(ErrorKind kind) => kind.GrpcStatus.ToString();

    public void Dispose() => _channel.Dispose();

    private static Answer Refused(RpcException refused)
    {
        var pushback = refused.Trailers.GetValue("grpc-retry-pushback-ms");
        return new Answer(
            refused.StatusCode.ToString(), refused.Status.Detail, null, null,
            pushback is null ? null : TimeSpan.FromMilliseconds(long.Parse(pushback, CultureInfo.InvariantCulture)));
    }

    private static JsonObject ToJson(Wire.AnalysisReport report) =>
        Answer.WithoutTimes(JsonNode.Parse(GrpcReport.ToJson(report))!.AsObject());
}
