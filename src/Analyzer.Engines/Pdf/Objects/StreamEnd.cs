namespace Analyzer.Engines.Pdf.Objects;

/// <summary>Finds the words that end a stream's data: <c>endstream</c>, or <c>endobj</c> where that is missing.</summary>
internal static class StreamEnd
{
    /// <summary>Finds the word that ends a stream by its anchor.</summary>
    /// <returns>Where the word begins, and its length as far as it is read here; -1 when there is another anchor.</returns>
    public static (int End, int Length) Around(ReadOnlySpan<byte> bytes, int from, int anchor)
    {
        var end = anchor - "ends".Length;
        if (bytes[anchor] is not ((byte)'t' or (byte)'b') || end < from || !bytes[end..].StartsWith("end"u8))
        {
            return (-1, 0);
        }

        return bytes[anchor..].StartsWith("tream"u8) && bytes[anchor - 1] == 's' ? (end, "endstream".Length)
            : bytes[anchor..].StartsWith("bj"u8) && bytes[anchor - 1] == 'o' ? (end, 0)
            : (-1, 0);
    }

    /// <summary>Finds the first word that ends a stream.</summary>
    /// <param name="length">Its length as far as it is read here.</param>
    /// <returns>Where the word begins; -1 when there is none.</returns>
    public static int Find(ReadOnlySpan<byte> bytes, out int length)
    {
        for (var from = 0; ;)
        {
            var at = bytes[from..].IndexOf("end"u8);
            if (at < 0)
            {
                length = 0;
                return -1;
            }

            at += from;
            var rest = bytes[(at + 3)..];
            if (rest.StartsWith("stream"u8))
            {
                length = "endstream".Length;
                return at;
            }

            if (rest.StartsWith("obj"u8))
            {
                length = 0;
                return at;
            }

            from = at + 3;
        }
    }
}
