using System.Buffers.Binary;
using System.Text;

namespace Analyzer.Engines.Mail;

/// <summary>Decodes the text of a message as Outlook keeps it (MS-OXRTFCP).</summary>
internal static class CompressedRtf
{
    private const int HeaderLength = 16;
    private const int WindowLength = 4096;
    private const uint Compressed = 0x75465A4C;
    private const uint Uncompressed = 0x414C454D;

    /// <summary>A text that expands beyond this is not read to its end.</summary>
    private const int MaxLength = 4 << 20;

    // What stands in the window at first (MS-OXRTFCP, 2.1.2.1).
    private static readonly byte[] First = Encoding.ASCII.GetBytes(
        @"{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript \fdecor MS Sans SerifSymbolArialTimes "
        + "New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx");

    /// <returns>Null when it is damaged, or too long.</returns>
    public static byte[]? Decode(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length < HeaderLength)
        {
            return null;
        }

        var data = bytes[HeaderLength..];
        return BinaryPrimitives.ReadUInt32LittleEndian(bytes[8..]) switch
        {
            Uncompressed => data.ToArray(),
            Compressed => Expand(data),
            _ => null,
        };
    }

    private static byte[]? Expand(ReadOnlySpan<byte> data)
    {
        var window = new byte[WindowLength];
        First.CopyTo(window, 0);
        var text = new List<byte>();
        for (var (at, written) = (0, First.Length); at < data.Length;)
        {
            var control = data[at++];
            for (var bit = 0; bit < 8; bit++)
            {
                var isCopy = (control >> bit & 1) == 1;
                if (at + (isCopy ? 1 : 0) >= data.Length || text.Count > MaxLength)
                {
                    return null;
                }

                var reference = isCopy ? BinaryPrimitives.ReadUInt16BigEndian(data[at..]) : 0;
                var from = reference >> 4;
                if (isCopy && from == written % WindowLength)
                {
                    return [.. text];
                }

                for (var left = isCopy ? (reference & 15) + 2 : 1; left > 0; left--)
                {
                    var value = isCopy ? window[from++ % WindowLength] : data[at];
                    window[written++ % WindowLength] = value;
                    text.Add(value);
                }

                at += isCopy ? 2 : 1;
            }
        }

        return [.. text];
    }
}
