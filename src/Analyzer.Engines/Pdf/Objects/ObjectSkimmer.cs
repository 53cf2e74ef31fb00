using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Objects;

/// <summary>
/// Passes over objects without consequences: well nested dictionaries that lie whole in the bytes at hand, in which nothing acts, no file
/// is named and no keyword stands, numbers, and lists of numbers. Most objects are such; to cut them into tokens costs several times as
/// much.
/// </summary>
/// <remarks>It is a shortcut only: where it is not sure, <see cref="ObjectLexer"/> reads the object, and the report is the same.</remarks>
internal static class ObjectSkimmer
{
    /// <summary>A longer object is read token by token.</summary>
    public const int MaxLength = 4096;

    /// <summary>Passes over one object, from behind the word <c>obj</c> to behind the word that ends its dictionary.</summary>
    public static SkimmedObject Skim(ReadOnlySpan<byte> bytes)
    {
        bytes = bytes[..Math.Min(bytes.Length, MaxLength)];
        var start = PdfCharacters.SkipWhiteSpace(bytes, 0);
        var value = SkimValue(bytes, start, countsPages: false);
        var end = value.Length;
        if (value.Kind == SkimmedKind.None)
        {
            return value;
        }

        var word = PdfCharacters.SkipWhiteSpace(bytes, end);
        if (PdfCharacters.IsWordAt(bytes, word, "endobj"u8))
        {
            return value with { Kind = SkimmedKind.Object, Length = word + "endobj".Length };
        }

        return bytes[start] == '<' && value.Next == 0 && PdfCharacters.IsWordAt(bytes, word, "stream"u8)
            ? value with { Length = word + "stream".Length, Dictionary = start..end }
            : new(SkimmedKind.None, end);
    }

    /// <summary>Passes over an object inside an object stream, which no word ends.</summary>
    /// <param name="bytes">They begin with the object, and may go on behind it.</param>
    public static SkimmedObject Skim(ReadOnlySpan<byte> bytes, int length)
    {
        if (length > MaxLength)
        {
            return default;
        }

        var value = SkimValue(bytes, PdfCharacters.SkipWhiteSpace(bytes, 0), countsPages: true);
        return value.Kind != SkimmedKind.None && value.Length <= length
            && PdfCharacters.SkipWhiteSpace(bytes[..length], value.Length) == length
            ? value with { Kind = SkimmedKind.Object } : default;
    }

    private static SkimmedObject SkimValue(ReadOnlySpan<byte> bytes, int at, bool countsPages)
    {
        if (bytes.Length - at < 2)
        {
            return default;
        }

        switch (bytes[at])
        {
            case (byte)'<' when bytes[at..].StartsWith("<<>>"u8):
                return SkimmedObject.To(at + "<<>>".Length);
            case (byte)'<' when bytes[at + 1] == '<' && !SkimmedLists.BeginsWithEvent(bytes, at + 2):
                var dictionary = new DictionarySkimmer(bytes, at + 2, countsPages);
                var end = dictionary.Skim();
                return SkimmedObject.To(end) with
                {
                    Page = dictionary.Page,
                    Next = dictionary.Next,
                    HasOtherKeys = true,
                };
            case (byte)'<' when bytes[at + 1] == '<':
                return SkimmedObject.To(SkimmedLists.SkimDestination(bytes, at + 2));
            case (byte)'[':
                return SkimmedObject.To(SkimmedLists.SkimArray(bytes, at + 1));
            case >= (byte)'0' and <= (byte)'9':
                return SkimmedObject.To(SkimmedLists.SkimNumber(bytes, at));
            default:
                return new(SkimmedKind.None, at);
        }
    }
}

internal enum SkimmedKind : byte
{
    /// <summary>The object has to be read token by token.</summary>
    None,

    /// <summary>The skimmer has skipped a whole object.</summary>
    Object,

    /// <summary>The skimmer has skipped the dictionary of a stream; its data follow.</summary>
    Stream,
}

/// <param name="Length">The number of bytes passed over, or looked at in vain.</param>
internal readonly record struct SkimmedObject(SkimmedKind Kind, int Length)
{
    /// <summary>Where the stream's dictionary is.</summary>
    public Range Dictionary { get; init; }

    /// <summary>Where the name /Page stands; -1 when it does not, or is not counted.</summary>
    public int Page { get; init; } = -1;

    /// <summary>The object that follows this one in a list, or as an action; 0 for none.</summary>
    public int Next { get; init; }

    /// <summary>Whether it is a dictionary with other keys than events.</summary>
    public bool HasOtherKeys { get; init; }

    /// <param name="end">The place behind the value, or the complement of what was looked at in vain.</param>
    public static SkimmedObject To(int end) => end < 0 ? new(SkimmedKind.None, ~end) : new(SkimmedKind.Stream, end);
}
