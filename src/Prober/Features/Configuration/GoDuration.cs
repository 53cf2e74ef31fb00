using System.Buffers;
using System.Globalization;

namespace Prober.Features.Configuration;

/// <summary>Durations as Go writes them: <c>1h30m</c>, <c>500ms</c>, <c>1.5s</c>.</summary>
internal static class GoDuration
{
    private static readonly (string Name, double Ticks)[] Units =
    [
        ("ns", 0.01), ("us", 10), ("µs", 10), ("μs", 10), ("ms", TimeSpan.TicksPerMillisecond), ("s", TimeSpan.TicksPerSecond),
        ("m", TimeSpan.TicksPerMinute), ("h", TimeSpan.TicksPerHour),
    ];

    private static readonly SearchValues<char> Digits = SearchValues.Create("0123456789.");

    /// <returns>Null when it is not a duration, is negative or longer than a year and a day.</returns>
    public static TimeSpan? Parse(string text)
    {
        if (text == "0")
        {
            return TimeSpan.Zero;
        }

        var ticks = 0.0;
        for (var rest = text.AsSpan(); ;)
        {
            var digits = rest.IndexOfAnyExcept(Digits);
            if (digits <= 0
                || !double.TryParse(rest[..digits], NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number))
            {
                return null;
            }

            rest = rest[digits..];
            var letters = rest.IndexOfAny(Digits);
            var unit = (letters < 0 ? rest : rest[..letters]).ToString();
            var factor = Array.Find(Units, known => known.Name == unit).Ticks;
            if (factor == 0)
            {
                return null;
            }

            ticks += number * factor;
            rest = rest[unit.Length..];
            if (rest.IsEmpty)
            {
                return ticks <= TimeSpan.FromDays(366).Ticks ? TimeSpan.FromTicks((long)ticks) : null;
            }
        }
    }
}
