using System.Buffers.Binary;
using System.Globalization;
using System.Numerics;
using System.Security.Cryptography;

namespace Crash.Tampering;

/// <summary>
/// A forger without a key changes a running total of one frame, and makes everything right that he can, by the format's document: the CRC
/// at byte 252 of a header, the hash of the header before it at 192, the entries, and the tile. Only the signature is left.
/// </summary>
internal static class ForgedTree
{
    private const int HeaderBytes = 256;
    private const int Totals = 56;
    private const int Previous = 192;
    private const int Checked = 252;

    public static void Forge(TamperedJournal journal, long changed)
    {
        var (hashes, entries, before) = (new MemoryStream(), new MemoryStream(), new byte[SHA256.HashSizeInBytes]);
        foreach (var segment in journal.Segments)
        {
            foreach (var frame in segment.Frames)
            {
                var header = segment.Bytes.AsSpan(frame.Start, HeaderBytes);
                if (frame.Index == changed)
                {
                    header[Totals + sizeof(long) - 1]++;
                }

                before.CopyTo(header[Previous..]);
                Check(header);
                before = SHA256.HashData(header);
                hashes.Write(SHA256.HashData([0, .. header]));
                entries.Write([HeaderBytes >> 8, 0, .. header]);
            }

            File.WriteAllBytes(segment.Path, segment.Bytes);
        }

        var tiles = Path.Combine(journal.Folder, "log", "tile");
        Directory.Delete(tiles, recursive: true);
        Write("0", hashes);
        Write("entries", entries);

        void Write(string row, MemoryStream content)
        {
            var folder = Directory.CreateDirectory(Path.Combine(tiles, row, "000.p"));
            var count = (hashes.Length / SHA256.HashSizeInBytes).ToString(CultureInfo.InvariantCulture);
            File.WriteAllBytes(Path.Combine(folder.FullName, count), content.ToArray());
        }
    }

    /// <summary>CRC-32C, over all that is before it.</summary>
    public static void Check(Span<byte> header)
    {
        var crc = uint.MaxValue;
        foreach (var one in header[..Checked])
        {
            crc = BitOperations.Crc32C(crc, one);
        }

        BinaryPrimitives.WriteUInt32BigEndian(header[Checked..], ~crc);
    }
}
