using System.Globalization;
using Sigma.Engine.Detections;

namespace Sigma.Engine.Matching.Values;

/// <summary>A part of a time such as <c>2026-11-22T08:15:01</c>; zone and seconds are ignored.</summary>
internal static class TimeParts
{
    public static bool TryRead(ReadOnlySpan<byte> text, TimePart part, out int value)
    {
        value = 0;
        if (text.Length < 10 || text[4] != '-' || text[7] != '-'
            || !TryNumber(text[..4], out var year)
            || !TryNumber(text.Slice(5, 2), out var month) || !TryNumber(text.Slice(8, 2), out var day)
            || year < 1 || month is < 1 or > 12 || day < 1 || day > DateTime.DaysInMonth(year, month))
        {
            return false;
        }

        if (text.Length > 10 && text[10] is not ((byte)'T' or (byte)'t' or (byte)' '))
        {
            return false;
        }

        var hour = -1;
        var hasHour = text.Length >= 13 && TryNumber(text.Slice(11, 2), out hour);
        if (text.Length > 11 && !hasHour)
        {
            return false;
        }

        var minute = -1;
        var hasMinute = hasHour && text.Length >= 16 && text[13] == ':' && TryNumber(text.Slice(14, 2), out minute);
        value = part switch
        {
            TimePart.Year => year,
            TimePart.Month => month,
            TimePart.Week => ISOWeek.GetWeekOfYear(new DateTime(year, month, day)),
            TimePart.Day => day,
            TimePart.Hour => hasHour && hour <= 23 ? hour : -1,
            _ => hasMinute && minute <= 59 ? minute : -1,
        };
        return value >= 0;
    }

    private static bool TryNumber(ReadOnlySpan<byte> digits, out int value)
    {
        value = 0;
        foreach (var digit in digits)
        {
            if (!char.IsAsciiDigit((char)digit))
            {
                return false;
            }

            value = (value * 10) + (digit - '0');
        }

        return true;
    }
}
