using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Objects;

/// <summary>
/// Reads the kind and the length of a stream from a dictionary that the skimmer passed over. It looks at the dictionary's own entries,
/// and at nothing below them.
/// </summary>
internal static class SkimmedDictionary
{
    /// <param name="bytes">They begin with the dictionary, and may go on behind it.</param>
    /// <param name="dictionary">Takes the kind, which is not that of an object stream, and the length; other entries are uncertain.</param>
    /// <returns>False when the dictionary has to be read token by token.</returns>
    public static bool TryRead(ReadOnlySpan<byte> bytes, int length, StreamDictionary dictionary)
    {
        dictionary.Clear();
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

        var word = bytes[at..PdfCharacters.EndOfToken(bytes, at)];
        switch (key)
        {
            case PdfName.Length when !isOpen:
                return TryReadLength(bytes, at, word, dictionary);
            case PdfName.Length1 or PdfName.Length2 or PdfName.Length3 when !isOpen:
                dictionary.SetNumber(key, 1);
                return !word.ContainsAnyExceptInRange((byte)'0', (byte)'9');
            default:
                return true;
        }
    }

    // A number that lies in another object is not looked up.
    private static bool TryReadLength(ReadOnlySpan<byte> bytes, int at, ReadOnlySpan<byte> word, StreamDictionary dictionary)
    {
        if (SkimmedLists.ReferenceAt(bytes, at) > 0)
        {
            return true;
        }

        var next = bytes[PdfCharacters.SkipWhiteSpace(bytes, at + word.Length)..];
        if ((next[0] != '/' && !next.StartsWith(">>"u8)) || !PdfCharacters.TryParseInteger(word, out var length))
        {
            return false;
        }

        dictionary.SetNumber(PdfName.Length, length);
        return true;
    }

    private static bool IsStray(ReadOnlySpan<byte> bytes) =>
        bytes[0] is (byte)'{' or (byte)'}' or (byte)')' || (bytes[0] == '>' && !bytes.StartsWith(">>"u8));
}
