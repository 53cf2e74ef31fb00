namespace Hosting.Uploads;

/// <summary>Senders over HTTP/1 that are told 408.</summary>
public static class SlowSenders
{
    /// <summary>
    /// For the answer to leave, and for a sender that is nearly done to end its request. This is the network's time, which no test lets
    /// pass faster.
    /// </summary>
    private static readonly TimeSpan Patience = TimeSpan.FromMilliseconds(250);

    /// <summary>
    /// A 408 over HTTP/1 that ends its connection, as RFC 9110, section 15.5.9, has it; any other answer as it is. Kestrel alone would read
    /// and drop the rest for five seconds, and a browser, which looks at an answer only when it has sent all or can send no more, would
    /// send all that time. (Chromium then sends the same again by itself, as long as it has a connection that it has used before: it
    /// takes any 408 on such a connection for the end of an idle one.)
    /// </summary>
    public static IResult EndSlowSender(this IResult answer, HttpContext context) =>
        answer is IStatusCodeHttpResult { StatusCode: StatusCodes.Status408RequestTimeout }
            && (HttpProtocol.IsHttp11(context.Request.Protocol) || HttpProtocol.IsHttp10(context.Request.Protocol))
            ? new Ending(answer)
            : answer;

    private sealed class Ending(IResult answer) : IResult
    {
        public async Task ExecuteAsync(HttpContext httpContext)
        {
            httpContext.Response.Headers.Connection = "close";
            await answer.ExecuteAsync(httpContext);
            await httpContext.Response.CompleteAsync();
            if (!await EndsAsync(httpContext))
            {
                httpContext.Abort();
            }
        }

        /// <summary>Drops what comes for a moment. False when more is to come.</summary>
        private static async Task<bool> EndsAsync(HttpContext context)
        {
            using var enough = new CancellationTokenSource(Patience);
            var body = context.Request.BodyReader;
            try
            {
                while (true)
                {
                    var read = await body.ReadInOrderAsync(enough.Token);
                    body.AdvanceTo(read.Buffer.End);
                    if (read.IsCompleted)
                    {
                        return true;
                    }
                }
            }
            catch (OperationCanceledException) when (enough.IsCancellationRequested)
            {
                return false;
            }
            catch (Exception gone) when (gone is OperationCanceledException or IOException)
            {
                return true; // the sender has left, or what it sends is no HTTP
            }
        }
    }
}
