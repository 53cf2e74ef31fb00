using System.Globalization;
using System.Text;
using Journal.Log.Frames;
using Journal.Log.Writing;

namespace Journal.Features.Search;

/// <summary>A record as a line for a terminal: a message can neither break the line nor send commands to the terminal.</summary>
internal static class FoundText
{
    /// <param name="mark">A colon for a hit, a hyphen for its context.</param>
    public static string Of(LogRecord record, char mark)
    {
        var text = new StringBuilder();
        text.Append(Clock.Instant(record.ReceivedAt).ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture));
        text.Append(' ').Append(record.Sequence.ToString(CultureInfo.InvariantCulture)).Append(mark).Append(' ');
        Append(text, record.Message.Span);
        return text.ToString();
    }

    private static void Append(StringBuilder text, ReadOnlySpan<byte> message)
    {
        while (!message.IsEmpty)
        {
            var isRune = Rune.DecodeFromUtf8(message, out var rune, out var length) == System.Buffers.OperationStatus.Done;
            if (isRune && rune.Value != '\t' && Rune.GetUnicodeCategory(rune) is
                UnicodeCategory.Control or UnicodeCategory.Format or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator)
            {
                text.Append(rune.Value < 0x100 ? $"\\x{rune.Value:X2}" : $"\\u{{{rune.Value:X}}}");
            }
            else if (isRune)
            {
                text.Append(rune.ToString());
            }
            else
            {
                foreach (var octet in message[..length])
                {
                    text.Append(CultureInfo.InvariantCulture, $"\\x{octet:X2}");
                }
            }

            message = message[length..];
        }
    }
}
