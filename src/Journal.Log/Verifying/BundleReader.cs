using Journal.Log.Folders;
using Journal.Log.Frames;
using Journal.Log.Tiles;

namespace Journal.Log.Verifying;

/// <summary>Which copy of a header to read: the entries of the log, or the frame in its segment.</summary>
internal enum HeaderChoice
{
    EntriesOnly,
    EntriesFirst,
    SegmentsFirst,
}

/// <summary>Reads the headers of a log, a bundle at a time.</summary>
/// <param name="folder">The journal.</param>
/// <param name="tiles">Those of the size that the checkpoint covers.</param>
/// <param name="choice">Which copy to read.</param>
internal sealed class BundleReader(JournalFolder folder, TileReader tiles, HeaderChoice choice)
{
    private readonly SegmentHeaders _segments = new(folder);

    public HeaderChoice Choice => choice;

    /// <param name="index">Counted in bundles.</param>
    /// <param name="bundle">Gets the headers, up to the first that is missing.</param>
    public void Read(long index, HeaderBundle bundle)
    {
        var entries = tiles.ReadEntries(index);
        var (first, count) = (index * TilePath.Width, TilePath.WidthOf(tiles.Size, 0, index));
        byte[]?[]? stored = null;
        bundle.Clear(index);
        while (bundle.Count < count)
        {
            var (place, frame) = (bundle.Count, first + bundle.Count);
            var entry = entries is null ? default : entries.AsSpan(place * FrameHeader.Bytes, FrameHeader.Bytes);
            if (choice == HeaderChoice.SegmentsFirst && IsOf(Stored(), frame))
            {
                bundle.Add(Stored());
            }
            else if (IsOf(entry, frame))
            {
                bundle.Add(entry);
            }
            else if (choice == HeaderChoice.EntriesFirst && IsOf(Stored(), frame))
            {
                bundle.Add(Stored());
            }
            else
            {
                break;
            }

            ReadOnlySpan<byte> Stored() => (stored ??= _segments.Read(first, count))[place];
        }

        bundle.Hash();
    }

    private static bool IsOf(ReadOnlySpan<byte> raw, long frame) =>
        !raw.IsEmpty && FrameHeader.TryRead(raw, out _) is { } header && header.Index == frame;
}
