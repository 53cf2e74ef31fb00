using System.Buffers.Binary;
using System.Text;

namespace Analyzer.Engines.Content;

/// <summary>Recognises documents that are zip archives by their first entries.</summary>
/// <remarks>
/// Local file header (APPNOTE.TXT 6.3.10, section 4.3.7):
/// <code>
/// offset  bytes
///      0      4  "PK" 3 4
///      8      2  compression method, 0 stored
///     18      4  compressed size
///     26      2  n, length of the name
///     28      2  m, length of the extra field
///     30      n  name
///   30+n      m  extra field
///  30+n+m        content
/// </code>
/// </remarks>
internal static class ZipContainers
{
    private const int HeaderLength = 30;

    private static readonly (string Name, string MediaType)[] EntryNames =
    [
        ("word/", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
        ("xl/", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        ("ppt/", "application/vnd.openxmlformats-officedocument.presentationml.presentation"),
        ("META-INF/MANIFEST.MF", "application/java-archive"),
    ];

    /// <returns>The media type, or null when no entry tells.</returns>
    public static string? Find(ReadOnlySpan<byte> start)
    {
        if (DeclaredType(start) is { } declared)
        {
            return declared;
        }

        for (int at; (at = start.IndexOf("PK\u0003\u0004"u8)) >= 0; start = start[4..])
        {
            start = start[at..];
            foreach (var (name, mediaType) in EntryNames)
            {
                if (start.Length >= HeaderLength + name.Length && Ascii.Equals(start.Slice(HeaderLength, name.Length), name))
                {
                    return mediaType;
                }
            }
        }

        return null;
    }

    // OpenDocument 1.3 part 2 (3.3) and EPUB OCF 3.3 (4.2.2): the first entry is "mimetype", stored, and its content is the type.
    private static string? DeclaredType(ReadOnlySpan<byte> start)
    {
        if (start.Length < HeaderLength || BinaryPrimitives.ReadUInt16LittleEndian(start[8..]) != 0)
        {
            return null;
        }

        var nameLength = BinaryPrimitives.ReadUInt16LittleEndian(start[26..]);
        var content = HeaderLength + nameLength + BinaryPrimitives.ReadUInt16LittleEndian(start[28..]);
        var length = BinaryPrimitives.ReadUInt32LittleEndian(start[18..]);
        if (content + length > start.Length || !start.Slice(HeaderLength, nameLength).SequenceEqual("mimetype"u8))
        {
            return null;
        }

        var declared = start.Slice(content, (int)length);
        return declared.StartsWith("application/vnd.oasis.opendocument."u8) || declared.SequenceEqual("application/epub+zip"u8)
            ? Encoding.ASCII.GetString(declared)
            : null;
    }
}
