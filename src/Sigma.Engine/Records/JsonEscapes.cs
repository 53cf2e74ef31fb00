using System.Globalization;
using System.Text;
using Sigma.Engine.Evaluation;

namespace Sigma.Engine.Records;

/// <summary>Escapes in JSON strings.</summary>
internal static class JsonEscapes
{
    /// <summary>Checks all escapes of a record at once; the grammar detects backslashes outside strings.</summary>
    public static DeathReason? Check(ReadOnlySpan<byte> text)
    {
        var death = default(DeathReason?);
        for (var at = text.IndexOf((byte)'\\'); at >= 0;)
        {
            var next = at + 1 < text.Length ? text[at + 1] : (byte)0;
            var length = 2;
            if (next == 'u')
            {
                if (!TryUnit(text[at..], out var unit))
                {
                    return DeathReason.Malformed;
                }

                length = 6;
                if (char.IsHighSurrogate(unit) && TryUnit(text[(at + 6)..], out var low) && char.IsLowSurrogate(low))
                {
                    length = 12;
                }
                else if (char.IsSurrogate(unit))
                {
                    death = DeathReason.LoneSurrogate;
                }
            }
            else if ("\"\\/bfnrt"u8.IndexOf(next) < 0)
            {
                return DeathReason.Malformed;
            }

            at += length;
            var further = text[at..].IndexOf((byte)'\\');
            at = further < 0 ? -1 : at + further;
        }

        return death;
    }

    /// <summary>Writes a checked string without its escapes; the result is never longer.</summary>
    /// <returns>The number of written bytes.</returns>
    public static int Unescape(ReadOnlySpan<byte> text, Span<byte> destination)
    {
        var written = 0;
        while (true)
        {
            var run = text.IndexOf((byte)'\\');
            if (run < 0)
            {
                text.CopyTo(destination[written..]);
                return written + text.Length;
            }

            text[..run].CopyTo(destination[written..]);
            written += run;
            text = text[run..];
            if (text[1] != 'u')
            {
                destination[written++] = text[1] switch
                {
                    (byte)'b' => (byte)'\b',
                    (byte)'f' => (byte)'\f',
                    (byte)'n' => (byte)'\n',
                    (byte)'r' => (byte)'\r',
                    (byte)'t' => (byte)'\t',
                    var itself => itself,
                };
                text = text[2..];
                continue;
            }

            TryUnit(text, out var unit);
            text = text[6..];
            Rune rune;
            if (char.IsHighSurrogate(unit))
            {
                TryUnit(text, out var low);
                text = text[6..];
                rune = new Rune(unit, low);
            }
            else
            {
                rune = new Rune(unit);
            }

            written += rune.EncodeToUtf8(destination[written..]);
        }
    }

    private static bool TryUnit(ReadOnlySpan<byte> text, out char unit)
    {
        unit = default;
        if (text.Length < 6 || text[0] != '\\' || text[1] != 'u'
            || !ushort.TryParse(text.Slice(2, 4), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var value))
        {
            return false;
        }

        unit = (char)value;
        return true;
    }
}
