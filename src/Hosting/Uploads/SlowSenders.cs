namespace Hosting.Uploads;

/// <summary>Senders over HTTP/1 that get a 408.</summary>
public static class SlowSenders
{
    /// <summary>
    /// Time for the answer to be sent, and for a sender that is nearly done to end its request. It uses the real clock, because it waits
    /// for the network.
    /// </summary>
    private static readonly TimeSpan Patience = TimeSpan.FromMilliseconds(250);

    /// <summary>
    /// Ends the connection after a 408 over HTTP/1, as RFC 9110, section 15.5.9, says; other answers are not affected. Otherwise Kestrel
    /// would read and drop the rest for five seconds, and a browser would send all that time, because it reads the answer only when it has
    /// sent everything or cannot send any more. (Chromium then repeats the request by itself, as long as it has a connection that was used
    /// before: it takes any 408 on such a connection for the end of an idle one.)
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

        /// <summary>Drops bytes for a moment. False when more will arrive.</summary>
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
                return true; // the sender has left, or does not send HTTP
            }
        }
    }
}
