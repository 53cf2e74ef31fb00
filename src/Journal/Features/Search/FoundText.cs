using System.Globalization;
using System.Text;
using Journal.Log.Frames;
using Journal.Log.Writing;

namespace Journal.Features.Search;

/// <summary>A record as a person reads it: a message can neither send commands to a terminal nor turn the order of what is shown.</summary>
internal static class FoundText
{
    /// <param name="mark">A colon for a hit, a hyphen for its context.</param>
    public static string Of(LogRecord record, char mark)
    {
        var text = new StringBuilder();
        text.Append(Clock.Instant(record.ReceivedAt).ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture));
        text.Append(' ').Append(record.Sequence.ToString(CultureInfo.InvariantCulture)).Append(mark).Append(' ');
        Append(text, record.Message.Span, hasLines: false);
        return text.ToString();
    }

    /// <summary>A message with its line breaks; what is no text stands as <c>\xFF</c>.</summary>
    public static string Of(ReadOnlySpan<byte> message)
    {
        var text = new StringBuilder();
        Append(text, message, hasLines: true);
        return text.ToString();
    }

    private static void Append(StringBuilder text, ReadOnlySpan<byte> message, bool hasLines)
    {
        while (!message.IsEmpty)
        {
            var isRune = Rune.DecodeFromUtf8(message, out var rune, out var length) == System.Buffers.OperationStatus.Done;
            if (isRune && rune.Value != '\t' && !(hasLines && rune.Value == '\n') && Rune.GetUnicodeCategory(rune) is
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
