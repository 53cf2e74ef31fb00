using System.Text;
using Load.Statistics;

namespace Load.Systems.Analyzer.Corpus;

/// <summary>
/// Bytes to fill a document with, the same for the same seed on every machine. They spell none of the words that PDFiD counts:
/// no '/' and no '%', and neither 'b' nor 'r', of which each of obj, endobj, stream, endstream, xref, trailer and startxref has one.
/// </summary>
internal static class Filler
{
    private const string Forbidden = "/%br";

    private static readonly byte[] Allowed = [.. Enumerable.Range(0, 256).Select(b => (byte)(Forbidden.Contains((char)b) ? b ^ 0x40 : b))];

    private static readonly string[] Words =
        ["amet", "mentis", "dolo", "ipsum", "sed", "nihil", "quam", "agenda", "manu", "fide", "ultima", "alia", "non", "domo", "vela",
            "nunc"];

    /// <summary>Samples of a picture: as evenly spread as compressed data.</summary>
    public static void Picture(Span<byte> destination, ulong seed)
    {
        var generator = new SplitMix64(seed);
        for (var i = 0; i < destination.Length;)
        {
            var word = generator.Next();
            for (var end = Math.Min(i + sizeof(ulong), destination.Length); i < end; word >>= 8)
            {
                destination[i++] = Allowed[(byte)word];
            }
        }
    }

    /// <summary>A content stream (ISO 32000-1, 9.4): lines of text, then spaces up to the wanted length.</summary>
    public static void Text(Span<byte> destination, ulong seed)
    {
        var begin = "BT 72 760 Td 12 TL\n"u8;
        var end = "ET\n"u8;
        var generator = new SplitMix64(seed);
        var position = 0;
        if (destination.Length >= begin.Length + end.Length)
        {
            begin.CopyTo(destination);
            position = begin.Length;
            for (var line = Line(generator.Next());
                position + line.Length + end.Length <= destination.Length;
                line = Line(generator.Next()))
            {
                line.CopyTo(destination[position..]);
                position += line.Length;
            }

            end.CopyTo(destination[position..]);
            position += end.Length;
        }

        destination[position..].Fill((byte)' ');
    }

    /// <param name="draw">Four bits of it choose each word.</param>
    private static byte[] Line(ulong draw) =>
        Encoding.ASCII.GetBytes($"({string.Join(' ', Enumerable.Range(0, 8).Select(i => Words[(draw >> (4 * i)) & 15]))}) Tj T*\n");
}
