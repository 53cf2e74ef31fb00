using System.Globalization;

namespace Prober.Features.Configuration.Evaluation;

/// <summary>The forms of a time that EaseProbe takes, in this machine's zone unless the text names one.</summary>
internal static class GoTime
{
    private static readonly string[] Formats =
    [
        "ddd MMM d HH:mm:ss yyyy", "ddd MMM dd HH:mm:ss zzz yyyy", "h:mmtt",
        "yyyy-MM-ddTHH:mm:ssK", "yyyy-MM-ddTHH:mm:ss.FFFFFFFK", "yyyy-MM-dd", "yyyy-MM-dd HH:mm", "yyyy-MM-dd HH:mm:ss",
        "yyyy-MM-dd HH:mm:sszzz", "yyyy-MM-ddTHHK", "yyyy-MM-ddTHH:mmK",
    ];

    /// <returns>Unix seconds; null when it is no time.</returns>
    public static double? Parse(string text) =>
        text.Length is > 0 and < 64 && DateTimeOffset.TryParseExact(
            text, Formats, CultureInfo.InvariantCulture, DateTimeStyles.AssumeLocal | DateTimeStyles.AllowInnerWhite, out var time)
            ? time.ToUnixTimeSeconds()
            : null;
}
