using Analyzer.Protos.V1;
using Gateway.Features.Backends;
using Gateway.Features.Dispatch;
using Gateway.Features.Headers;
using Gateway.Features.Metrics;
using Gateway.Features.Overload;
using Gateway.Features.Settings;
using Gateway.Features.Upstream;
using Google.Protobuf;
using Hosting.Errors;
using Hosting.Listeners;
using Hosting.Tracing;
using Hosting.Uploads;
using Microsoft.Extensions.Options;

namespace Gateway.Features.Rest;

/// <summary>Sends the upload of a REST client to a backend.</summary>
internal sealed class Uploading(
    Dispatcher dispatcher,
    Answers answers,
    Calls<GatewayOperation, GatewayOutcome> calls,
    UploadAdmission admission,
    GatewayMetrics metrics,
    IOptions<GatewayOptions> options)
{
    private readonly TimeSpan _patience = options.Value.AnswerTimeout;

    /// <param name="body">The upload, unread.</param>
    /// <param name="context">The client's request.</param>
    public ValueTask<Result<SubmitFileResponse>> SubmitAsync(IUploadBody body, HttpContext context) =>
        UploadAsync(AnalyzerMethods.Submit, SubmitFileResponse.Parser, body, context);

    /// <param name="path">A method that takes a file in the same way as <c>SubmitFile</c>.</param>
    /// <param name="parser">Reads its response.</param>
    /// <param name="body">The upload, unread.</param>
    /// <param name="context">The client's request.</param>
    public ValueTask<Result<T>> UploadAsync<T>(string path, MessageParser<T> parser, IUploadBody body, HttpContext context)
        where T : class, IMessage<T> => calls.ObserveAsync(
            GatewayOperation.Submit,
            context.Request.RestTransport(),
            (Uploading: this, Path: path, Parser: parser, Body: body, Context: context),
            static (call, _) => call.Uploading.SendAsync(call.Path, call.Parser, call.Body, call.Context),
            static _ => GatewayOutcome.Answered);

    private static FileMetadata MetadataOf(UploadDeclaration declared, bool waits, bool hasPassword)
    {
        var metadata = new FileMetadata { Form = ReportForm.Json, Waits = waits, HasPassword = hasPassword };
        if (declared.Sha256 is { } sha256)
        {
            metadata.Sha256 = sha256;
        }

        if (declared.Length is { } length)
        {
            metadata.Size = (ulong)length;
        }

        return metadata;
    }

    private async ValueTask<Result<T>> SendAsync<T>(string path, MessageParser<T> parser, IUploadBody body, HttpContext context)
        where T : class, IMessage<T>
    {
        if ((await body.OpenAsync(context.RequestAborted)).IsError(out var unreadable, out var declared))
        {
            return unreadable;
        }

        if (admission.Enter().IsError(out var busy, out var permit))
        {
            body.RespondEarly();
            return busy;
        }

        using var admitted = permit;
        // Nothing is read before the backend asks for the file, so that no client that waits for 100-continue sends its body in vain.
        var waits = context.Request.Headers.Expect.Count > 0 || declared.Sha256 is not null;
        var hold = declared.Length > options.Value.HoldBytes ? 0 : options.Value.HoldBytes;
        using var upload = new UploadCall(body, MetadataOf(declared, waits, body.MayHavePassword), waits, hold, metrics, permit);
        var call = new UpstreamCall(path, CallHeaders.Of(context).EndingWhenAnswered(), upload);
        var result = await dispatcher.SendAsync<T>(
            new DispatchedCall(CallKind.Upload, Json: true, upload),
            (lease, client) => Attempt.SendAsync(lease, call, CallKind.Upload, _patience, ReadAsync, client),
            context.RequestAborted);

        if (!upload.IsSourceEnded && upload.SourceError is null)
        {
            body.RespondEarly();
        }

        return result;

        Task<AttemptResult<T>> ReadAsync(IUpstreamResponse response, BackendPatience patience)
        {
            if (response.Header(Analyzer.Contract.WireNames.FileWanted) is not null)
            {
                upload.Wanted();
            }

            return answers.ReadAsync(response, parser, patience.Token);
        }
    }
}
