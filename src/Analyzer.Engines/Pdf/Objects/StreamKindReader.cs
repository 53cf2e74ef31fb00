using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Objects;

/// <summary>Reads from a dictionary that was passed over what kind of stream it describes: its own names, and nothing below them.</summary>
internal static class StreamKindReader
{
    /// <param name="bytes">They begin with the dictionary, and may go on behind it.</param>
    /// <param name="kind">Not an object stream: such a dictionary is not passed over.</param>
    /// <returns>False when the dictionary has to be read token by token.</returns>
    public static bool TryRead(ReadOnlySpan<byte> bytes, int length, StreamDictionary dictionary, out StreamKind kind)
    {
        dictionary.Clear();
        kind = StreamKind.Other;
        var (depth, key, hasKey) = (1, PdfName.Unknown, false);
        var marks = new ObjectMarks(bytes, 2);
        for (int at; (at = marks.Next()) >= 0 && at < length;)
        {
            switch (bytes[at])
            {
                case (byte)'/' when depth == 1:
                    var end = PdfCharacters.EndOfToken(bytes, at + 1);
                    var name = PdfNames.Find(bytes[(at + 1)..end]).Name;
                    if (hasKey)
                    {
                        dictionary.SetName(key, name);
                        hasKey = false;
                    }
                    else if (!TryReadWord(bytes, end, name, dictionary, out hasKey))
                    {
                        return false;
                    }

                    key = name;
                    break;
                case (byte)'<' when bytes[at + 1] == '<':
                    depth++;
                    marks.SkipTo(at + 2);
                    break;
                case (byte)'>' when bytes[at + 1] == '>':
                    if (--depth == 0)
                    {
                        kind = dictionary.Kind;
                        return at + 2 == length;
                    }

                    hasKey = false;
                    marks.SkipTo(at + 2);
                    break;
                case (byte)'[':
                    depth++;
                    break;
                case (byte)']':
                    (depth, hasKey) = (depth - 1, false);
                    break;
                case (byte)'(' or (byte)'<':
                    return false;
            }
        }

        return false;
    }

    /// <summary>Reads a key's value when it is a number, a reference or another word.</summary>
    /// <param name="isOpen">Whether the value is none of these, so that it is still to come.</param>
    /// <returns>False when it is not certain what the value is.</returns>
    private static bool TryReadWord(ReadOnlySpan<byte> bytes, int at, PdfName key, StreamDictionary dictionary, out bool isOpen)
    {
        at = PdfCharacters.SkipWhiteSpace(bytes, at);
        isOpen = PdfCharacters.ClassOf(bytes[at]) == CharacterClass.Delimiter;
        if (key == PdfName.First || IsStray(bytes[at..]))
        {
            // Object streams have the key, whatever their type; and behind a delimiter that nobody needs the value may follow.
            return false;
        }

        if (isOpen || key is not (PdfName.Length1 or PdfName.Length2 or PdfName.Length3))
        {
            return true;
        }

        var word = bytes[at..PdfCharacters.EndOfToken(bytes, at)];
        dictionary.SetNumber(key, 1);
        return !word.ContainsAnyExceptInRange((byte)'0', (byte)'9');
    }

    private static bool IsStray(ReadOnlySpan<byte> bytes) =>
        bytes[0] is (byte)'{' or (byte)'}' or (byte)')' || (bytes[0] == '>' && !bytes.StartsWith(">>"u8));
}
