using System.Globalization;
using System.Text.RegularExpressions;

namespace Analyzer.Service.Features.Results;

/// <summary>An instant as RFC 3339, 5.6, writes it: with the time zone, and with any number of decimals.</summary>
internal static partial class Instant
{
    /// <returns>Null for anything else. Finer parts than ticks of 100 ns are cut off.</returns>
    public static DateTimeOffset? Parse(string? text)
    {
        var match = Format().Match(text?.ToUpperInvariant() ?? "");
        var ticks = $"{match.Groups["time"]}{match.Groups["decimals"]}{match.Groups["zone"]}";
        return match.Success && DateTimeOffset.TryParse(ticks, CultureInfo.InvariantCulture, DateTimeStyles.None, out var instant)
            ? instant
            : null;
    }

    [GeneratedRegex(
        @"\A(?<time>[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2})"
            + @"((?<decimals>\.[0-9]{1,7})[0-9]*)?(?<zone>Z|[+-][0-9]{2}:[0-9]{2})\z",
        RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture)]
    private static partial Regex Format();
}
