namespace Prober.Engine.Probing.Http;

/// <summary>Asks, and asks again where a redirect leads.</summary>
internal static class Redirects
{
    /// <param name="exchange">Makes one request; returns the one that a redirect leads to, null when there is none.</param>
    public static async Task<ProbeResult> FollowAsync(
        HttpRequest first, HttpProbeSettings settings, ProbeCall call, Func<HttpRequest, ProbeCall, ValueTask<HttpRequest?>> exchange)
    {
        var result = call.Result;
        for (var request = first; await exchange(request, call) is { } next; request = next)
        {
            if (++result.Redirects > settings.MaxRedirects)
            {
                return result.Fail(FailureClass.Redirect, $"More than {settings.MaxRedirects} redirects.");
            }
        }

        return result;
    }

    /// <summary>Whether a response is one that is to be followed.</summary>
    /// <param name="result">Has the redirects before it.</param>
    public static bool IsOne(HttpProbeSettings settings, ProbeResult result, string? location) =>
        result.Status is 301 or 302 or 303 or 307 or 308 && location is not null
        && (settings.LastRedirectCounts ? result.Redirects < settings.MaxRedirects : settings.MaxRedirects > 0);

    /// <returns>Null where a redirect must not lead: the result says so.</returns>
    public static HttpRequest? Next(HttpRequest request, string location, ProbeResult result)
    {
        var next = request.Redirected(result.Status, location);
        if (next is null)
        {
            result.Fail(FailureClass.Redirect, "The redirect leads to no address of http or https.");
        }

        return next;
    }
}
