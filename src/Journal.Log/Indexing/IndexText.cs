using System.Text;
using Journal.Log.Frames;
using Journal.Log.Reading;

namespace Journal.Log.Indexing;

/// <summary>The unencrypted form of an index: numbers of variable length, names and filters one after another.</summary>
internal static class IndexText
{
    private const int MaxFrames = 1 << 24;
    private const int MaxNames = 1 << 16;

    public static byte[] Write(SegmentIndex index)
    {
        using var output = new MemoryStream();
        Number(output, index.Blocks.Count);
        var (place, time) = (new FrameLocation(0, 0), 0L);
        foreach (var block in index.Blocks)
        {
            Number(output, block.Frames.Count);
            foreach (var frame in block.Frames)
            {
                Number(output, frame.Index - place.Index);
                Number(output, frame.Offset - place.Offset);
                place = frame;
            }

            Signed(output, block.FirstReceivedAt - time);
            Signed(output, block.LastReceivedAt - block.FirstReceivedAt);
            Number(output, block.Severities);
            Number(output, block.Filter.Hashes);
            Number(output, block.Filter.Bits.Length);
            output.Write(block.Filter.Bits.Span);
            time = block.FirstReceivedAt;
        }

        Names(output, index.Hosts);
        Names(output, index.Apps);
        return output.ToArray();
    }

    /// <exception cref="InvalidDataException">The bytes are not an index.</exception>
    public static SegmentIndex Read(ReadOnlyMemory<byte> bytes)
    {
        var rest = bytes.Span;
        var blocks = new IndexBlock[VarInt.Read(ref rest, Math.Min(MaxFrames, rest.Length))];
        var (place, time) = (new FrameLocation(0, 0), 0L);
        for (var i = 0; i < blocks.Length; i++)
        {
            var frames = new FrameLocation[VarInt.Read(ref rest, Math.Min(MaxFrames, rest.Length))];
            for (var j = 0; j < frames.Length; j++)
            {
                frames[j] = place = new(place.Index + (long)VarInt.Read(ref rest), place.Offset + (long)VarInt.Read(ref rest));
            }

            var first = time += VarInt.ReadSigned(ref rest);
            var last = first + VarInt.ReadSigned(ref rest);
            var severities = VarInt.Read(ref rest, (2 << IndexBlock.UnknownSeverity) - 1);
            var hashes = VarInt.Read(ref rest, GramFilter.MaxHashes);
            var length = VarInt.Read(ref rest, rest.Length);
            var start = bytes.Length - rest.Length;
            Skip(ref rest, length);
            blocks[i] = new()
            {
                Frames = frames,
                FirstReceivedAt = first,
                LastReceivedAt = last,
                Severities = severities,
                Filter = length > 0 ? new(hashes, bytes.Slice(start, length)) : throw new InvalidDataException(
                    "the index has an empty filter"),
            };
        }

        var index = new SegmentIndex(blocks, Names(ref rest, blocks.Length), Names(ref rest, blocks.Length));
        return rest.IsEmpty ? index : throw new InvalidDataException("the index goes on after its end");
    }

    private static void Names(Stream output, IReadOnlyDictionary<string, int[]>? names)
    {
        Number(output, names is null ? 0 : names.Count + 1);
        foreach (var (name, blocks) in names ?? new Dictionary<string, int[]>())
        {
            var text = Encoding.UTF8.GetBytes(name);
            Number(output, text.Length);
            output.Write(text);
            Number(output, blocks.Length);
            var before = 0;
            foreach (var block in blocks)
            {
                Number(output, block - before);
                before = block;
            }
        }
    }

    private static Dictionary<string, int[]>? Names(ref ReadOnlySpan<byte> rest, int blocks)
    {
        var count = VarInt.Read(ref rest, MaxNames);
        if (count == 0)
        {
            return null;
        }

        var names = new Dictionary<string, int[]>(StringComparer.Ordinal);
        for (var i = 1; i < count; i++)
        {
            var length = VarInt.Read(ref rest, rest.Length);
            var name = Encoding.UTF8.GetString(rest[..Math.Min(length, rest.Length)]);
            Skip(ref rest, length);
            var places = new int[VarInt.Read(ref rest, blocks)];
            for (var (j, before) = (0, 0); j < places.Length; j++)
            {
                places[j] = before += VarInt.Read(ref rest, blocks);
            }

            names[name] = places;
        }

        return names;
    }

    private static void Skip(ref ReadOnlySpan<byte> rest, int length) =>
        rest = length <= rest.Length ? rest[length..] : throw new InvalidDataException("the index ends too early");

    private static void Number(Stream output, long value)
    {
        Span<byte> bytes = stackalloc byte[VarInt.MaxBytes];
        output.Write(bytes[..VarInt.Write(bytes, (ulong)value)]);
    }

    private static void Signed(Stream output, long value)
    {
        Span<byte> bytes = stackalloc byte[VarInt.MaxBytes];
        output.Write(bytes[..VarInt.WriteSigned(bytes, value)]);
    }
}
