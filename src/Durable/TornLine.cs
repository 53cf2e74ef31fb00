namespace Durable;

/// <summary>
/// The rule for the end of a file of lines. A line counts with its line feed: bytes after the last one were left by a crash or a full disk,
/// nobody was told that they are stored, and the next writer cuts them off.
/// </summary>
public static class TornLine
{
    private const int BlockBytes = 4096;

    /// <summary>Finds the end of the last whole line.</summary>
    /// <param name="read">Reads from an offset, and returns the number of bytes.</param>
    /// <param name="length">The length of the file.</param>
    /// <param name="maxLineBytes">The longest line that the file can have.</param>
    /// <returns>Null if more bytes follow than a line has: then it is another kind of file, which must not be cut.</returns>
    public static long? FindStart(ReadAt read, long length, long maxLineBytes)
    {
        Span<byte> block = stackalloc byte[BlockBytes];
        for (var end = length; end > 0;)
        {
            var begin = Math.Max(end - BlockBytes, 0);
            var part = block[..(int)(end - begin)];
            for (var filled = 0; filled < part.Length;)
            {
                var count = read(part[filled..], begin + filled);
                filled += count > 0 ? count : throw new EndOfStreamException("The file became shorter while its end was read.");
            }

            if (part.LastIndexOf((byte)'\n') is >= 0 and var lineFeed)
            {
                begin += lineFeed + 1;
                return length - begin <= maxLineBytes ? begin : null;
            }

            if (length - begin > maxLineBytes)
            {
                return null;
            }

            end = begin;
        }

        return 0;
    }
}

/// <returns>The number of bytes that were read; 0 at the end.</returns>
public delegate int ReadAt(Span<byte> buffer, long offset);
