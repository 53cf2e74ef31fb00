using System.Globalization;

namespace Gateway.Features.Headers;

/// <summary>The value of <c>grpc-timeout</c>: at most eight digits and a unit (gRPC's PROTOCOL-HTTP2).</summary>
internal static class CallTimeout
{
    private const int MaxDigits = 8;
    private const long MaxNumber = 99_999_999;

    /// <returns>False when there is none or it cannot be parsed: then the call has no deadline, as on any gRPC server.</returns>
    public static bool TryParse(string? text, out TimeSpan timeout)
    {
        timeout = default;
        if (text is not { Length: > 1 and <= MaxDigits + 1 }
            || !long.TryParse(text.AsSpan(0, text.Length - 1), NumberStyles.None, CultureInfo.InvariantCulture, out var number))
        {
            return false;
        }

        long ticks = text[^1] switch
        {
            'H' => TimeSpan.TicksPerHour,
            'M' => TimeSpan.TicksPerMinute,
            'S' => TimeSpan.TicksPerSecond,
            'm' => TimeSpan.TicksPerMillisecond,
            'u' => TimeSpan.TicksPerMicrosecond,
            'n' => -1,
            _ => 0,
        };
        timeout = ticks < 0 ? TimeSpan.FromTicks(number / TimeSpan.NanosecondsPerTick) : TimeSpan.FromTicks(number * ticks);
        return ticks != 0;
    }

    /// <summary>In the finest unit that fits eight digits; rounded down, so that no hop gets more time than the one before.</summary>
    public static string Format(TimeSpan timeout)
    {
        var left = timeout > TimeSpan.Zero ? timeout : TimeSpan.Zero;
        foreach (var (unit, ticks) in new[]
        {
            ('u', TimeSpan.TicksPerMicrosecond), ('m', TimeSpan.TicksPerMillisecond), ('S', TimeSpan.TicksPerSecond),
            ('M', TimeSpan.TicksPerMinute),
        })
        {
            if (left.Ticks / ticks is var number && number <= MaxNumber)
            {
                return string.Create(CultureInfo.InvariantCulture, $"{number}{unit}");
            }
        }

        return string.Create(CultureInfo.InvariantCulture, $"{Math.Min(left.Ticks / TimeSpan.TicksPerHour, MaxNumber)}H");
    }
}
