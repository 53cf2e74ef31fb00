namespace Prober.Engine.Probing.Http;

/// <summary>Makes a request, and follows its redirects.</summary>
internal static class Redirects
{
    /// <param name="exchange">Makes one request, and returns the one for a redirect; null when there is none.</param>
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

    /// <summary>Whether a response is a redirect to follow.</summary>
    /// <param name="result">The result, with the redirects so far.</param>
    public static bool IsOne(HttpProbeSettings settings, ProbeResult result, string? location) =>
        result.Status is 301 or 302 or 303 or 307 or 308 && location is { Length: > 0 }
        && (settings.LastRedirectCounts ? result.Redirects < settings.MaxRedirects : settings.MaxRedirects > 0);

    /// <returns>Null when the redirect is not allowed: the result says why.</returns>
    /// <param name="cookies">What the redirect sets; null for none.</param>
    public static HttpRequest? Next(HttpRequest request, string location, IEnumerable<string>? cookies, ProbeResult result)
    {
        var next = request.Keeping(cookies ?? []).Redirected(result.Status, location);
        if (next is null)
        {
            result.Fail(FailureClass.Redirect, "The redirect does not lead to an http or https address.");
        }

        return next;
    }
}
