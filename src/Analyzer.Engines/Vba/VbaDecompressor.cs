using System.Buffers.Binary;

namespace Analyzer.Engines.Vba;

/// <summary>Decompresses what Visual Basic compresses (MS-OVBA, 2.4.1).</summary>
internal static class VbaDecompressor
{
    private const int Chunk = 4096;

    /// <param name="container">From its first byte, which is 1.</param>
    /// <param name="maxLength">It ends after so many decompressed bytes.</param>
    /// <returns>What could be decompressed.</returns>
    public static byte[] Decompress(ReadOnlySpan<byte> container, int maxLength)
    {
        var text = new List<byte>();
        if (container is not [1, ..])
        {
            return [];
        }

        container = container[1..];
        while (container.Length >= 2 && text.Count < maxLength)
        {
            var header = BinaryPrimitives.ReadUInt16LittleEndian(container);
            var length = Math.Min((header & 0xFFF) + 3, container.Length);
            if ((header & 0x7000) != 0x3000)
            {
                break;
            }

            var data = container[2..length];
            container = container[length..];
            if ((header & 0x8000) == 0)
            {
                text.AddRange(data[..Math.Min(data.Length, Chunk)]);
            }
            else if (!DecompressChunk(data, text))
            {
                break;
            }
        }

        return [.. text];
    }

    private static bool DecompressChunk(ReadOnlySpan<byte> data, List<byte> text)
    {
        var start = text.Count;
        for (var at = 0; at < data.Length;)
        {
            var flags = data[at++];
            for (var bit = 0; bit < 8 && at < data.Length; bit++)
            {
                if ((flags & (1 << bit)) == 0)
                {
                    text.Add(data[at++]);
                }
                else if (!CopyToken(data, ref at, text, start))
                {
                    return false;
                }
            }
        }

        return text.Count - start <= Chunk;
    }

    private static bool CopyToken(ReadOnlySpan<byte> data, ref int at, List<byte> text, int start)
    {
        if (at + 2 > data.Length)
        {
            return false;
        }

        var token = BinaryPrimitives.ReadUInt16LittleEndian(data[at..]);
        at += 2;
        var done = text.Count - start;
        var offsetBits = 4;
        while (offsetBits < 12 && 1 << offsetBits < done)
        {
            offsetBits++;
        }

        var length = (token & (0xFFFF >> offsetBits)) + 3;
        var offset = (token >> (16 - offsetBits)) + 1;
        if (offset > done || done + length > Chunk)
        {
            return false;
        }

        for (; length > 0; length--)
        {
            text.Add(text[^offset]);
        }

        return true;
    }
}
