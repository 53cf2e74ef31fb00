using System.Numerics;
using System.Text;
using Analyzer.Core;
using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Tests.Pdf;

/// <summary>
/// Follows the rules in <see cref="PdfTokenizer"/>'s remarks in the plainest form: it has the whole file and reads it byte by byte.
/// The product's lexer is compared with it.
/// </summary>
internal static class ReferenceLexer
{
    private sealed record Word(string Text, bool IsName, bool HasHexCode, long Offset, bool EndedByDelimiter);

    public static string Count(byte[] bytes)
    {
        var counts = PdfKeywords.Names.ToDictionary(name => name, _ => default(Occurrence));
        var (obfuscated, lastName) = (default(Occurrence), "");
        foreach (var word in Words(bytes))
        {
            if (lastName == "/Colors" && word.EndedByDelimiter && word.Text.All(char.IsAsciiDigit))
            {
                var (number, seenColors) = (BigInteger.Parse(word.Text), counts["/Colors > 2^24"]);
                counts["/Colors > 2^24"] = number > 16_777_216 ? seenColors.And(word.Offset) : seenColors;
            }

            var name = word.IsName ? $"/{word.Text}" : word.Text;
            if (counts.TryGetValue(name, out var seen))
            {
                counts[name] = seen.And(word.Offset);
                obfuscated = word.HasHexCode ? obfuscated.And(word.Offset) : obfuscated;
            }

            lastName = word.IsName ? name : lastName;
        }

        return Counted.Text(keyword => counts[PdfKeywords.Names[(int)keyword]], obfuscated);
    }

    /// <summary>Whether the next byte belongs to a word that has begun, or can be the value of a /Colors.</summary>
    public static bool IsOpen(byte[] bytes) =>
        (bytes is [.., var last] && (IsWordByte(last) || last is (byte)'/' or (byte)'#')) ||
        Words(bytes).LastOrDefault(word => word.IsName) is { Text: "Colors" };

    private static IEnumerable<Word> Words(byte[] bytes)
    {
        var text = new StringBuilder();
        var (isName, hasHexCode, start) = (false, false, 0);
        for (var i = 0; i < bytes.Length; i++)
        {
            if (IsWordByte(bytes[i]))
            {
                start = text.Length == 0 && !isName ? i : start;
                text.Append((char)bytes[i]);
            }
            else if (isName && bytes[i] == '#' && HexCode(bytes, i + 1) is { } decoded)
            {
                text.Append(decoded);
                hasHexCode = true;
                i += 2;
            }
            else
            {
                var nameGoesOn = isName && bytes[i] == '#';
                if (text.Length > 0)
                {
                    yield return new Word(text.ToString(), isName, hasHexCode, start, EndedByDelimiter: !nameGoesOn);
                }

                text.Clear();
                (isName, hasHexCode, start) = (nameGoesOn || bytes[i] == '/', false, i);
            }
        }

        if (text.Length > 0)
        {
            yield return new Word(text.ToString(), isName, hasHexCode, start, EndedByDelimiter: false);
        }
    }

    private static bool IsWordByte(byte value) => char.IsAsciiLetterOrDigit((char)value) || value == 0xDF;

    private static char? HexCode(byte[] bytes, int at) =>
        at + 1 < bytes.Length && char.IsAsciiHexDigit((char)bytes[at]) && char.IsAsciiHexDigit((char)bytes[at + 1])
            ? (char)Convert.ToByte(Encoding.ASCII.GetString(bytes, at, 2), 16)
            : null;
}
