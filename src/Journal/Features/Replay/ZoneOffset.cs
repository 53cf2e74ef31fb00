using System.Globalization;

namespace Journal.Features.Replay;

/// <summary>The distances from UTC that senders write behind a time.</summary>
internal static class ZoneOffset
{
    private static readonly string[] Prefixes = ["TZ", "UTC", "GMT"];

    /// <summary>Reads zones of digits, and of the letters of RFC 5322, section 4.3, and Central Europe.</summary>
    /// <returns>In hours; null for a zone that is not known.</returns>
    public static double? HoursOf(string zone) => zone switch
    {
        "UTC" or "GMT" => 0,
        "EDT" => -4,
        "EST" or "CDT" => -5,
        "CST" or "MDT" => -6,
        "MST" or "PDT" => -7,
        "PST" => -8,
        "CET" => 1,
        "CEST" => 2,
        ['(', .. var name] when name.IndexOf(')', StringComparison.Ordinal) is > 0 and var end => HoursOf(name[..end]), // (GMT-8:00)Pacific
        ['+' or '-', _, _, ..] => HoursOfDigits(zone),
        _ when Prefixes.FirstOrDefault(prefix => zone.StartsWith(prefix, StringComparison.Ordinal)) is { } prefix
            && zone.Length > prefix.Length && zone[prefix.Length] is '+' or '-' => HoursOfDigits(zone[prefix.Length..]),
        _ => null,
    };

    /// <summary>
    /// Reads the letters in tz's database that stand for one distance where devices run. IST, for one, is India's, Israel's and Ireland's.
    /// </summary>
    /// <param name="zone">In capitals.</param>
    /// <returns>In hours; null for a zone that is not known, or is known for several distances.</returns>
    public static double? HoursOfLetters(string zone) => HoursOf(zone) ?? zone switch
    {
        "HST" => -10,
        "AKST" => -9,
        "AKDT" => -8,
        "BRT" => -3,
        "WET" => 0,
        "BST" or "MET" or "WAT" or "WEST" => 1,
        "CAT" or "EET" or "MEST" or "METDST" or "SAST" => 2,
        "EAT" or "EEST" or "MSK" => 3,
        "AWST" or "HKT" or "SGT" => 8,
        "JST" or "KST" => 9,
        "ACST" => 9.5,
        "AEST" => 10,
        "ACDT" => 10.5,
        "AEDT" => 11,
        "NZST" => 12,
        "NZDT" => 13,
        _ => null,
    };

    /// <summary><c>-6</c>, <c>+05</c>, <c>+0530</c>, <c>+5:30</c> or <c>+05:30</c>.</summary>
    private static double? HoursOfDigits(string zone)
    {
        const int MinutesAnHour = 60;
        var digits = (zone is [_, _, ':', ..] ? "0" : "") + zone[1..].Replace(":", "", StringComparison.Ordinal);
        if (digits.Length is 0 or 3 or > 4 || !int.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out var number))
        {
            return null;
        }

        var (hours, minutes) = digits.Length == 4 ? (number / 100, number % 100) : (number, 0);
        return hours > 14 || minutes >= MinutesAnHour ? null : (zone[0] == '-' ? -1 : 1) * (hours + ((double)minutes / MinutesAnHour));
    }
}
