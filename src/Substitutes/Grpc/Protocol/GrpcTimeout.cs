using System.Globalization;

namespace Grpc.Protocol;

/// <summary><c>grpc-timeout</c>: at most eight digits and a unit (PROTOCOL-HTTP2.md, Timeout).</summary>
internal static class GrpcTimeout
{
    private const long MaxValue = 99_999_999;

    private static readonly (char Unit, long Ticks)[] Units =
    [
        ('u', TimeSpan.TicksPerMicrosecond),
        ('m', TimeSpan.TicksPerMillisecond),
        ('S', TimeSpan.TicksPerSecond),
        ('M', TimeSpan.TicksPerMinute),
        ('H', TimeSpan.TicksPerHour),
    ];

    /// <summary>In the finest unit that holds it, rounded up: a server must not give up before the client does.</summary>
    public static string Format(TimeSpan timeout)
    {
        var ticks = Math.Max(timeout.Ticks, 0);
        foreach (var (unit, size) in Units)
        {
            var value = ticks / size + (ticks % size == 0 ? 0 : 1);
            if (value <= MaxValue)
            {
                return string.Create(CultureInfo.InvariantCulture, $"{value}{unit}");
            }
        }

        return $"{MaxValue}H";
    }

    public static bool TryParse(ReadOnlySpan<char> text, out TimeSpan timeout)
    {
        timeout = default;
        if (text.Length is < 2 or > 9
            || !long.TryParse(text[..^1], NumberStyles.None, CultureInfo.InvariantCulture, out var value))
        {
            return false;
        }

        if (text[^1] == 'n')
        {
            timeout = TimeSpan.FromTicks((value + TimeSpan.NanosecondsPerTick - 1) / TimeSpan.NanosecondsPerTick);
            return true;
        }

        foreach (var (unit, size) in Units)
        {
            if (unit == text[^1])
            {
                timeout = TimeSpan.FromTicks(value * size);
                return true;
            }
        }

        return false;
    }
}
