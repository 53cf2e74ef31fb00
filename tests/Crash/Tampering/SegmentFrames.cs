using System.Buffers.Binary;

namespace Crash.Tampering;

/// <summary>
/// The offsets of frames in a segment, by the format's document: the length of the segment's header at byte 4; in a frame's header of 256
/// bytes the index at 8, and the number of stored bytes that follow at 32.
/// </summary>
internal sealed record SegmentFrames(string Path, byte[] Bytes, IReadOnlyList<FrameSpan> Frames)
{
    private const int FrameHeaderBytes = 256;

    public static IReadOnlyList<SegmentFrames> Of(string journal) =>
        [.. Directory.GetFiles(System.IO.Path.Combine(journal, "segments")).Order(StringComparer.Ordinal).Select(Read)];

    /// <summary>The same with other frames after its header.</summary>
    public byte[] With(IEnumerable<byte[]> frames) => [.. Bytes[..Frames[0].Start], .. frames.SelectMany(frame => frame)];

    public byte[] BytesOf(int frame) => Bytes[Frames[frame].Start..Frames[frame].End];

    private static SegmentFrames Read(string path)
    {
        var bytes = File.ReadAllBytes(path);
        var frames = new List<FrameSpan>();
        for (var at = BinaryPrimitives.ReadInt32BigEndian(bytes.AsSpan(4)); at < bytes.Length;)
        {
            var end = at + FrameHeaderBytes + BinaryPrimitives.ReadInt32BigEndian(bytes.AsSpan(at + 32));
            frames.Add(new(BinaryPrimitives.ReadInt64BigEndian(bytes.AsSpan(at + 8)), at, end));
            at = end;
        }

        return new(path, bytes, frames);
    }
}

/// <param name="Index">In the log.</param>
/// <param name="Start">In the file.</param>
/// <param name="End">In the file, behind it.</param>
internal sealed record FrameSpan(long Index, int Start, int End);
