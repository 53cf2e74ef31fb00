using System.Buffers;

namespace Gateway.Features.Routing;

/// <summary>The beginning of a path, as a route has it.</summary>
internal static class RoutePrefix
{
    private const int MaxSlashes = 2; // before the service, and before the method

    private static readonly SearchValues<char> Characters =
        SearchValues.Create("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-~/");

    /// <param name="match">A service, or a prefix that begins with a slash.</param>
    /// <returns>Null when no call's path can begin so.</returns>
    public static string? Of(string match)
    {
        var prefix = match.StartsWith('/') ? match : $"/{match}/";
        return prefix.AsSpan().ContainsAnyExcept(Characters) || prefix.Count('/') > MaxSlashes || prefix is ['/', '/', ..]
            ? null : prefix;
    }
}
