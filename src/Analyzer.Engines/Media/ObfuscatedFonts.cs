using System.Buffers.Binary;

namespace Analyzer.Engines.Media;

/// <summary>
/// Knows fonts whose first 32 bytes a document's key changes (ECMA-376, part 4, 8.1): behind those the table of the font stands as it is.
/// </summary>
internal static class ObfuscatedFonts
{
    private const string MediaType = "application/vnd.openxmlformats-officedocument.obfuscatedFont";
    private const int FirstClearEntry = 12 + (2 * EntryLength);
    private const int EntryLength = 16;
    private const int Entries = 3;

    /// <returns>Null when it is something else.</returns>
    public static string? Find(ReadOnlySpan<byte> start, string? name)
    {
        if (name?.EndsWith(".odttf", StringComparison.OrdinalIgnoreCase) != true
            || start.Length < FirstClearEntry + (Entries * EntryLength))
        {
            return null;
        }

        // The entries are sorted by their tags, of four printable letters.
        var before = 0u;
        for (var i = 0; i < Entries; i++)
        {
            var tag = start.Slice(FirstClearEntry + (i * EntryLength), 4);
            var number = BinaryPrimitives.ReadUInt32BigEndian(tag);
            if (tag.ContainsAnyExceptInRange((byte)' ', (byte)'~') || number <= before)
            {
                return null;
            }

            before = number;
        }

        return MediaType;
    }
}
