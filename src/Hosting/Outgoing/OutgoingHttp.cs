namespace Hosting.Outgoing;

/// <summary>
/// Clients of our programs for one server that a person named. They go there and nowhere else: they follow no redirect, keep no cookies,
/// and use no proxy.
/// </summary>
public static class OutgoingHttp
{
    private static readonly TimeSpan ConnectionLifetime = TimeSpan.FromMinutes(5); // an address behind a name may change

    /// <param name="connectTimeout">The longest time to open a connection.</param>
    public static SocketsHttpHandler NewHandler(TimeSpan connectTimeout) => new()
    {
        AllowAutoRedirect = false,
        UseCookies = false,
        UseProxy = false,
        ConnectTimeout = connectTimeout,
        PooledConnectionLifetime = ConnectionLifetime,
    };

    /// <param name="handler">Such as <see cref="NewHandler"/> makes it; the client disposes of it.</param>
    /// <param name="answerTimeout">The longest time for a request and its answer.</param>
    /// <param name="maxAnswerBytes">A longer body is an <see cref="HttpRequestException"/>, where the whole of it is read at once.</param>
    public static HttpClient NewClient(SocketsHttpHandler handler, TimeSpan answerTimeout, int maxAnswerBytes = int.MaxValue) =>
        new(handler)
        {
            Timeout = answerTimeout,
            MaxResponseContentBufferSize = maxAnswerBytes,
            DefaultRequestHeaders = { { "User-Agent", UserAgent.OfThisProgram } },
        };
}
