using Analyzer.Protos.Ceilings.V1;
using Analyzer.Protos.V1;
using Google.Protobuf;
using Grpc.Core;
using Grpc.Net.Client;
using Load.Corpus;
using AnalyzerClient = Analyzer.Protos.V1.Analyzer.AnalyzerClient;
using CeilingsClient = Analyzer.Protos.Ceilings.V1.Ceilings.CeilingsClient;
using WireVerdict = Analyzer.Protos.V1.Verdict;

namespace Load.Transports.Grpc;

internal sealed class GrpcCaller(GrpcChannel channel, GrpcTransport transport) : ICaller
{
    private static readonly EmptyRequest Nothing = new();

    /// <summary>More messages follow at once: no need to push each onto the wire by itself.</summary>
    private static readonly WriteOptions Buffered = new(WriteFlags.BufferHint);

    private readonly CallInvoker _invoker = channel.CreateCallInvoker();
    private readonly AnalyzerClient _analyzer = new(channel);
    private readonly CeilingsClient _ceilings = new(channel);

    public Task<Answer> SubmitAsync(Upload upload, CancellationToken cancellationToken) => CallAsync(
        async () =>
        {
            using var call = _invoker.AsyncClientStreamingCall(GrpcMethods.SubmitFile, null, new CallOptions(cancellationToken: cancellationToken));
            var metadata = new SubmitFileRequest { Metadata = new FileMetadata { Size = (ulong)upload.Size } };
            await SendAsync(call.RequestStream, transport.MessagesOf(upload).Prepend(metadata.ToByteArray()), isAll: true, cancellationToken);
            return Read(await call.ResponseAsync);
        },
        cancellationToken);

    public Task<Answer> SubmitNamedAsync(Upload upload, CancellationToken cancellationToken) => CallAsync(
        async () =>
        {
            using var call = _invoker.AsyncClientStreamingCall(GrpcMethods.SubmitFile, null, new CallOptions(cancellationToken: cancellationToken));
            var named = new FileMetadata { Size = (ulong)upload.Size, Sha256 = upload.Sha256.ToString() };
            await SendAsync(call.RequestStream, [new SubmitFileRequest { Metadata = named }.ToByteArray()], isAll: false, cancellationToken);
            if ((await call.ResponseHeadersAsync).Get("file-wanted") is not null)
            {
                await SendAsync(call.RequestStream, transport.MessagesOf(upload), isAll: true, cancellationToken);
            }

            return Read(await call.ResponseAsync);
        },
        cancellationToken);

    public async Task<Answer> AbortAsync(Upload upload, CancellationToken cancellationToken)
    {
        var messages = transport.MessagesOf(upload).ToArray();
        try
        {
            // Disposing a call that has not ended cancels it.
            using var call = _invoker.AsyncClientStreamingCall(GrpcMethods.SubmitFile, null, new CallOptions(cancellationToken: cancellationToken));
            await call.RequestStream.WriteAsync(new SubmitFileRequest { Metadata = new FileMetadata() }.ToByteArray(), cancellationToken);
            foreach (var message in messages.Take((messages.Length + 1) / 2))
            {
                await call.RequestStream.WriteAsync(message, cancellationToken);
            }

            return Answer.Aborted();
        }
        catch (RpcException exception)
        {
            return cancellationToken.IsCancellationRequested ? Answer.TimedOut() : Answer.Failed($"{exception.StatusCode} {exception.Status.Detail}");
        }
    }

    public Task<Answer> LookUpAsync(Digest sha256, CancellationToken cancellationToken) => CallAsync(
        async () => Read(await _analyzer.AnalyzeResultAsync(new AnalyzeResultRequest { Sha256 = sha256.ToString() }, cancellationToken: cancellationToken), Reply.Known),
        cancellationToken);

    public Task<Answer> ListAsync(string after, CancellationToken cancellationToken) => CallAsync(
        async () =>
        {
            var page = await _analyzer.ListResultsAsync(new ListResultsRequest { Limit = ICaller.PageSize, After = after }, cancellationToken: cancellationToken);
            return page.Reports is [var first, ..] ? Read(first, Reply.Listed) with { Size = page.Reports.Count } : new Answer(Reply.Listed, default, default, 0);
        },
        cancellationToken);

    public Task<(Answer Answer, IReadOnlyList<Timing> Saves)> SaveAsync(int count, CancellationToken cancellationToken) =>
        throw new NotSupportedException("gRPC has no ceiling 'save'.");

    public Task<Answer> EmptyAsync(CancellationToken cancellationToken) => CallAsync(
        async () =>
        {
            await _ceilings.EmptyAsync(Nothing, cancellationToken: cancellationToken);
            return Answer.Counted(0);
        },
        cancellationToken);

    public Task<Answer> UploadAsync(Upload upload, UploadStep step, CancellationToken cancellationToken) => step != UploadStep.Null
        ? throw new NotSupportedException($"gRPC has no ceiling '{step}'.")
        : CallAsync(
            async () =>
            {
                using var call = _invoker.AsyncClientStreamingCall(GrpcMethods.NullUpload, null, new CallOptions(cancellationToken: cancellationToken));
                await SendAsync(call.RequestStream, transport.MessagesOf(upload), isAll: true, cancellationToken);
                return Answer.Counted((await call.ResponseAsync).Size);
            },
            cancellationToken);

    public void Dispose()
    {
        // The channel is shared.
    }

    private static async Task SendAsync(
        IClientStreamWriter<byte[]> stream, IEnumerable<byte[]> messages, bool isAll, CancellationToken cancellationToken)
    {
        try
        {
            stream.WriteOptions = isAll ? Buffered : null; // who waits for an answer has to let go of what was asked
            foreach (var message in messages)
            {
                await stream.WriteAsync(message, cancellationToken);
            }

            if (isAll)
            {
                await stream.CompleteAsync();
            }
        }
        catch (Exception exception) when (exception is RpcException or InvalidOperationException)
        {
            // The call ended while there was still something to send: its response or status, which the caller awaits next, says why.
        }
    }

    private static async Task<Answer> CallAsync(Func<Task<Answer>> call, CancellationToken cancellationToken)
    {
        try
        {
            return await call();
        }
        catch (RpcException exception)
        {
            return cancellationToken.IsCancellationRequested && exception.StatusCode == StatusCode.Cancelled
                ? Answer.TimedOut()
                : Answer.Failed($"{exception.StatusCode} {exception.Status.Detail}");
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return Answer.TimedOut();
        }
    }

    private static Answer Read(SubmitFileResponse response) => Read(response.Report, response.Known ? Reply.Known : Reply.New);

    private static Answer Read(AnalysisReport report, Reply reply) =>
        new(reply, Digest.TryParse(report.Sha256, out var digest) ? digest : default, VerdictOf(report.Verdict), report.Size);

    private static Corpus.Verdict VerdictOf(WireVerdict verdict) => verdict switch
    {
        WireVerdict.Clean => Corpus.Verdict.Clean,
        WireVerdict.Suspicious => Corpus.Verdict.Suspicious,
        WireVerdict.Malicious => Corpus.Verdict.Malicious,
        WireVerdict.Unable => Corpus.Verdict.Unable,
        _ => Corpus.Verdict.None,
    };
}
