using System.Text.Unicode;
using Journal.Log.Frames;

namespace Journal.Features.Ingest;

/// <summary>The form of a message on arrival. Parsing its fields is left to the readers of the journal.</summary>
internal static class Arrival
{
    private const int MaxPriority = 191;

    private static readonly string[] Months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

    public static RecordMarks Look(ReadOnlySpan<byte> message)
    {
        var marks = Form(message);
        return message.Contains((byte)0) || !Utf8.IsValid(message) ? marks | RecordMarks.NotText : marks;
    }

    private static RecordMarks Form(ReadOnlySpan<byte> message)
    {
        if (message.Length > 1 && message[0] == '{' && message.TrimEnd(" \r\n"u8) is [.., (byte)'}'])
        {
            return RecordMarks.Json;
        }

        // RFC 5424, section 6.2.1: one to three digits, no leading zero but in <0>.
        var end = message[..Math.Min(5, message.Length)].IndexOf((byte)'>');
        if (end < 2 || message[0] != '<' || (message[1] == '0' && end > 2) || Number(message[1..end]) is not <= MaxPriority)
        {
            return RecordMarks.None;
        }

        var rest = message[(end + 1)..];
        return rest.StartsWith("1 "u8) ? RecordMarks.Rfc5424 : IsMonth(rest) ? RecordMarks.Rfc3164 : RecordMarks.None;
    }

    private static int? Number(ReadOnlySpan<byte> digits)
    {
        var number = 0;
        foreach (var digit in digits)
        {
            if (!char.IsAsciiDigit((char)digit))
            {
                return null;
            }

            number = (number * 10) + digit - '0';
        }

        return number;
    }

    private static bool IsMonth(ReadOnlySpan<byte> text)
    {
        if (text.Length < 4 || text[3] != ' ')
        {
            return false;
        }

        foreach (var month in Months)
        {
            if (text[0] == month[0] && text[1] == month[1] && text[2] == month[2])
            {
                return true;
            }
        }

        return false;
    }
}
