using Analyzer.Protos.V1;
using Grpc.Core;
using Load.Corpus;

namespace Load.Transports;

internal sealed class GrpcCaller(Analyzer.Protos.V1.Analyzer.AnalyzerClient client, GrpcTransport transport) : ICaller
{
    public async Task<Answer> SubmitAsync(Upload upload, CancellationToken cancellationToken)
    {
        try
        {
            using var call = client.SubmitFile(cancellationToken: cancellationToken);
            await SendAsync(call.RequestStream, upload, cancellationToken);
            var response = await call.ResponseAsync;
            return Read(response.Report, response.Known ? Reply.Known : Reply.New);
        }
        catch (RpcException exception)
        {
            return Fault(exception, cancellationToken);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return Answer.TimedOut();
        }
    }

    public async Task<Answer> LookUpAsync(Digest sha256, CancellationToken cancellationToken)
    {
        try
        {
            var report = await client.AnalyzeResultAsync(new AnalyzeResultRequest { Sha256 = sha256.ToString() }, cancellationToken: cancellationToken);
            return Read(report, Reply.Known);
        }
        catch (RpcException exception)
        {
            return Fault(exception, cancellationToken);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return Answer.TimedOut();
        }
    }

    private async Task SendAsync(IClientStreamWriter<SubmitFileRequest> stream, Upload upload, CancellationToken cancellationToken)
    {
        try
        {
            await stream.WriteAsync(new SubmitFileRequest { Metadata = new FileMetadata { Size = (ulong)upload.Size } }, cancellationToken);
            foreach (var chunk in transport.ChunksOf(upload))
            {
                await stream.WriteAsync(chunk, cancellationToken);
            }

            foreach (var chunk in GrpcTransport.Chunk(upload.Tail))
            {
                await stream.WriteAsync(chunk, cancellationToken);
            }

            await stream.CompleteAsync();
        }
        catch (Exception exception) when (exception is RpcException or InvalidOperationException)
        {
            // The call ended while there was still something to send: its response or status, which the caller awaits next, says why.
        }
    }

    private static Answer Read(AnalysisReport report, Reply reply) =>
        new(reply, Digest.TryParse(report.Sha256, out var digest) ? digest : default, VerdictOf(report.Verdict), report.Size);

    private static Answer Fault(RpcException exception, CancellationToken cancellationToken) =>
        cancellationToken.IsCancellationRequested && exception.StatusCode == StatusCode.Cancelled
            ? Answer.TimedOut()
            : Answer.Failed($"{exception.StatusCode} {exception.Status.Detail}");

    private static Corpus.Verdict VerdictOf(Analyzer.Protos.V1.Verdict verdict) => verdict switch
    {
        Analyzer.Protos.V1.Verdict.Clean => Corpus.Verdict.Clean,
        Analyzer.Protos.V1.Verdict.Suspicious => Corpus.Verdict.Suspicious,
        Analyzer.Protos.V1.Verdict.Malicious => Corpus.Verdict.Malicious,
        Analyzer.Protos.V1.Verdict.Unable => Corpus.Verdict.Unable,
        _ => Corpus.Verdict.None,
    };
}
