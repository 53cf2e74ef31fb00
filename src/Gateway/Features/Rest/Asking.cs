using System.Diagnostics;
using Gateway.Features.Backends;
using Gateway.Features.Dispatch;
using Gateway.Features.Headers;
using Gateway.Features.Metrics;
using Gateway.Features.Settings;
using Gateway.Features.Upstream;
using Google.Protobuf;
using Hosting.Errors;
using Hosting.Listeners;
using Hosting.Tracing;
using Microsoft.Extensions.Options;

namespace Gateway.Features.Rest;

/// <summary>Asks a backend a question for a REST client.</summary>
internal sealed class Asking(
    Dispatcher dispatcher,
    Answers answers,
    Calls<GatewayOperation, GatewayOutcome> calls,
    GatewayMetrics metrics,
    IOptions<GatewayOptions> options)
{
    private readonly TimeSpan _patience = options.Value.AnswerTimeout;
    private readonly string _timeout = CallTimeout.Format(options.Value.AnswerTimeout);

    /// <param name="operation">The operation of the client.</param>
    /// <param name="path">The method that answers.</param>
    /// <param name="message">The request.</param>
    /// <param name="parser">Reads the response.</param>
    /// <param name="context">The client's request.</param>
    public ValueTask<Result<T>> AskAsync<T>(
        GatewayOperation operation, string path, IMessage message, MessageParser<T> parser, HttpContext context)
        where T : class, IMessage<T> => calls.ObserveAsync(
            operation,
            context.Request.RestTransport(),
            (Asking: this, Path: path, Message: message, Parser: parser, Context: context),
            static (call, _) => call.Asking.SendAsync(call.Path, call.Message, call.Parser, call.Context),
            static _ => GatewayOutcome.Answered);

    private async ValueTask<Result<T>> SendAsync<T>(string path, IMessage message, MessageParser<T> parser, HttpContext context)
        where T : class, IMessage<T>
    {
        var began = Stopwatch.GetTimestamp();
        var behind = 0L;
        var question = new Question(message);
        var headers = CallHeaders.Of(context);
        headers.Add(new(CallHeaders.Timeout, _timeout));
        var call = new UpstreamCall(path, headers, question);
        metrics.Received(question.Length);

        var result = await dispatcher.SendAsync<T>(
            new DispatchedCall(AnalyzerMethods.KindOf(path), Json: true, question), AttemptAsync, context.RequestAborted);
        metrics.HopTook(Stopwatch.GetElapsedTime(began) - Stopwatch.GetElapsedTime(0, behind));
        return result;

        async Task<AttemptResult<T>> AttemptAsync(BackendLease lease, CancellationToken client)
        {
            var sent = Stopwatch.GetTimestamp();
            try
            {
                return await Attempt.SendAsync(
                    lease, call, CallKind.Question, _patience,
                    (response, patience) => answers.ReadAsync(response, parser, patience.Token),
                    client);
            }
            finally
            {
                behind += Stopwatch.GetTimestamp() - sent;
            }
        }
    }
}
