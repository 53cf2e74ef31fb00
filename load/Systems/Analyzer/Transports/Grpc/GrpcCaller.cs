using Analyzer.Protos.Ceilings.V1;
using Analyzer.Protos.V1;
using Google.Protobuf;
using Grpc.Core;
using Grpc.Net.Client;
using Load.Measuring;
using Load.Systems.Analyzer.Corpus;
using AnalyzerClient = Analyzer.Protos.V1.Analyzer.AnalyzerClient;
using CeilingsClient = Analyzer.Protos.Ceilings.V1.Ceilings.CeilingsClient;

namespace Load.Systems.Analyzer.Transports.Grpc;

internal sealed class GrpcCaller(GrpcChannel channel, GrpcTransport transport) : ICaller
{
    private static readonly EmptyRequest Nothing = new();

    /// <summary>More messages follow at once: no need to push each onto the wire by itself.</summary>
    private static readonly WriteOptions Buffered = new(WriteFlags.BufferHint);

    private readonly CallInvoker _invoker = channel.CreateCallInvoker();
    private readonly AnalyzerClient _analyzer = new(channel);
    private readonly CeilingsClient _ceilings = new(channel);

    public Task<AnalyzerResponse> SubmitAsync(Upload upload, CancellationToken cancellationToken) => CallAsync(
        async () =>
        {
            using var call = _invoker.AsyncClientStreamingCall(
                GrpcMethods.SubmitFile, null, new CallOptions(cancellationToken: cancellationToken));
            var metadata = new SubmitFileRequest { Metadata = new FileMetadata { Size = (ulong)upload.Size } };
            await SendAsync(
                call.RequestStream, transport.MessagesOf(upload).Prepend(metadata.ToByteArray()), isAll: true, cancellationToken);
            return (await call.ResponseAsync).Response;
        },
        cancellationToken);

    public Task<AnalyzerResponse> SubmitNamedAsync(Upload upload, TimeSpan over, CancellationToken cancellationToken) => CallAsync(
        async () =>
        {
            using var call = _invoker.AsyncClientStreamingCall(
                GrpcMethods.SubmitFile, null, new CallOptions(cancellationToken: cancellationToken));
            var named = new FileMetadata { Size = (ulong)upload.Size, Sha256 = upload.Sha256.ToString(), Waits = true };
            await SendAsync(
                call.RequestStream, [new SubmitFileRequest { Metadata = named }.ToByteArray()], isAll: false, cancellationToken);
            if ((await call.ResponseHeadersAsync).Get("file-wanted") is not null)
            {
                await (over > TimeSpan.Zero
                    ? TrickleAsync(call.RequestStream, [.. transport.MessagesOf(upload)], over, cancellationToken)
                    : SendAsync(call.RequestStream, transport.MessagesOf(upload), isAll: true, cancellationToken));
            }

            return (await call.ResponseAsync).Response;
        },
        cancellationToken);

    public async Task<AnalyzerResponse> AbortAsync(Upload upload, CancellationToken cancellationToken)
    {
        var messages = transport.MessagesOf(upload).ToArray();
        try
        {
            // Disposing a call that has not ended cancels it.
            using var call = _invoker.AsyncClientStreamingCall(
                GrpcMethods.SubmitFile, null, new CallOptions(cancellationToken: cancellationToken));
            await call.RequestStream.WriteAsync(new SubmitFileRequest { Metadata = new FileMetadata() }.ToByteArray(), cancellationToken);
            foreach (var message in messages.Take((messages.Length + 1) / 2))
            {
                await call.RequestStream.WriteAsync(message, cancellationToken);
            }

            return AnalyzerResponse.Aborted();
        }
        catch (Exception exception) when (IsOfTheWire(exception))
        {
            return cancellationToken.IsCancellationRequested ? AnalyzerResponse.TimedOut() : Failed(exception);
        }
    }

    public async Task<AnalyzerResponse> LookUpAsync(Digest sha256, CancellationToken cancellationToken)
    {
        using var call = _invoker.AsyncUnaryCall(
            GrpcMethods.LookUp, null, new CallOptions(cancellationToken: cancellationToken), GrpcMethods.LookUpOf(sha256));

        // Rows of declined look-ups stand beside those of found ones, on the same processors: an exception, thrown once more by each await
        // on its way, would be taken for the service's slowness.
        await ((Task)call.ResponseAsync).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        return call.ResponseAsync.Exception?.InnerException is { } failure
            ? Ended(failure, cancellationToken)
            : (await call.ResponseAsync).Response;
    }

    public Task<AnalyzerResponse> ListAsync(string after, CancellationToken cancellationToken) => CallAsync(
        async () =>
        {
            var request = new ListResultsRequest { Limit = ICaller.PageSize, After = after };
            var page = await _analyzer.ListResultsAsync(request, cancellationToken: cancellationToken);
            return page.Reports is [var first, ..]
                ? Read(first, AnalyzerResponseKind.Listed) with { Size = page.Reports.Count }
                : new AnalyzerResponse(AnalyzerResponseKind.Listed, default, default, 0);
        },
        cancellationToken);

    public Task<(AnalyzerResponse Response, IReadOnlyList<TimedSpan> Saves)> SaveAsync(
        int count, CancellationToken cancellationToken) =>
        throw new NotSupportedException("gRPC has no ceiling 'save'.");

    public Task<AnalyzerResponse> EmptyAsync(CancellationToken cancellationToken) => CallAsync(
        async () =>
        {
            await _ceilings.EmptyAsync(Nothing, cancellationToken: cancellationToken);
            return AnalyzerResponse.Counted(0);
        },
        cancellationToken);

    public Task<AnalyzerResponse> UploadAsync(Upload upload, UploadStep step, CancellationToken cancellationToken) =>
        step != UploadStep.Null
        ? throw new NotSupportedException($"gRPC has no ceiling '{step}'.")
        : CallAsync(
            async () =>
            {
                using var call = _invoker.AsyncClientStreamingCall(
                    GrpcMethods.NullUpload, null, new CallOptions(cancellationToken: cancellationToken));
                await SendAsync(call.RequestStream, transport.MessagesOf(upload), isAll: true, cancellationToken);
                return AnalyzerResponse.Counted((await call.ResponseAsync).Size);
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
            stream.WriteOptions = isAll ? Buffered : null; // a caller that waits for an answer has to let go of its question
            foreach (var message in messages)
            {
                await stream.WriteAsync(message, cancellationToken);
            }

            if (isAll)
            {
                await stream.CompleteAsync();
            }
        }
        catch (Exception exception) when (IsOfTheWire(exception) || exception is InvalidOperationException)
        {
            // The call ended while there was still something to send: its response or status, which the caller awaits next, says why.
        }
    }

    /// <summary>A slow sender: a message now and then.</summary>
    private static async Task TrickleAsync(
        IClientStreamWriter<byte[]> stream, byte[][] messages, TimeSpan over, CancellationToken cancellationToken)
    {
        foreach (var message in messages[..^1])
        {
            await SendAsync(stream, [message], isAll: false, cancellationToken);
            await Task.Delay(over / messages.Length, cancellationToken);
        }

        await SendAsync(stream, [messages[^1]], isAll: true, cancellationToken);
    }

    private static async Task<AnalyzerResponse> CallAsync(Func<Task<AnalyzerResponse>> call, CancellationToken cancellationToken)
    {
        try
        {
            return await call();
        }
        catch (Exception exception) when (IsOfTheWire(exception))
        {
            return Ended(exception, cancellationToken);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return AnalyzerResponse.TimedOut();
        }
    }

    private static AnalyzerResponse Ended(Exception exception, CancellationToken cancellationToken) =>
        cancellationToken.IsCancellationRequested && exception is not RpcException { StatusCode: not StatusCode.Cancelled }
            ? AnalyzerResponse.TimedOut()
            : Failed(exception);

    /// <summary>
    /// A write to a stream throws what its connection threw, and not always an RpcException: IOException, of which HttpProtocolException is
    /// one, and HttpRequestException come as they are.
    /// </summary>
    private static bool IsOfTheWire(Exception exception) => exception is RpcException or IOException or HttpRequestException;

    private static AnalyzerResponse Failed(Exception exception) => exception switch
    {
        RpcException { StatusCode: StatusCode.ResourceExhausted } => AnalyzerResponse.Refused("RESOURCE_EXHAUSTED"),
        RpcException { StatusCode: StatusCode.NotFound } declined =>
            AnalyzerResponse.Declined($"{declined.StatusCode} {declined.Status.Detail}"),
        RpcException { StatusCode: StatusCode.Unauthenticated } keyless =>
            AnalyzerResponse.WithoutKey($"{keyless.StatusCode} {keyless.Status.Detail}"),
        RpcException rpc => AnalyzerResponse.Failed($"{rpc.StatusCode} {rpc.Status.Detail}"),
        _ => AnalyzerResponse.Failed(exception.Message),
    };

    private static AnalyzerResponse Read(AnalysisReport report, AnalyzerResponseKind reply) =>
        new(reply, Digest.TryParse(report.Sha256, out var digest) ? digest : default, GrpcReport.VerdictOf(report.Verdict), report.Size);
}
