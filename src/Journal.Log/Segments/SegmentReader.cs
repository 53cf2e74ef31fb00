using Journal.Log.Frames;
using Microsoft.Win32.SafeHandles;

namespace Journal.Log.Segments;

/// <summary>Reads a segment at any offset. A writer may append to it at the same time.</summary>
public sealed class SegmentReader : IDisposable
{
    private readonly SafeFileHandle _file;

    private SegmentReader(string path, SafeFileHandle file, byte[] header)
    {
        (Path, _file, RawHeader) = (path, file, header);
        Header = SegmentHeader.Read(header);
        Id = SegmentHeader.IdOf(header);
    }

    public string Path { get; }

    public byte[] RawHeader { get; }

    public SegmentHeader Header { get; }

    public byte[] Id { get; }

    /// <summary>Where its first frame begins.</summary>
    public long Start => RawHeader.Length;

    public long Length => RandomAccess.GetLength(_file);

    /// <exception cref="InvalidDataException">It does not begin with a header; the message says why, as part of a sentence.</exception>
    public static SegmentReader Open(string path)
    {
        var file = File.OpenHandle(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        try
        {
            var head = new byte[SegmentHeader.MaxBytes];
            var read = Fill(file, head, 0);
            return new(path, file, head[..SegmentHeader.LengthOf(head.AsSpan(0, read))]);
        }
        catch
        {
            file.Dispose();
            throw;
        }
    }

    /// <param name="offset">Where a frame may begin.</param>
    /// <param name="raw">Gets the header's bytes.</param>
    /// <param name="problem">Why there is no header.</param>
    public FrameHeader? ReadHeader(long offset, Span<byte> raw, out string problem)
    {
        if (Fill(_file, raw[..FrameHeader.Bytes], offset) < FrameHeader.Bytes)
        {
            problem = "the file ends here";
            return null;
        }

        return FrameHeader.TryRead(raw[..FrameHeader.Bytes], out problem);
    }

    /// <returns>False when the file ends before.</returns>
    public bool ReadStored(long offset, Span<byte> stored) => Fill(_file, stored, offset + FrameHeader.Bytes) == stored.Length;

    /// <returns>How many bytes were there.</returns>
    public int ReadSome(long offset, Span<byte> bytes) => Fill(_file, bytes, offset);

    public void Dispose() => _file.Dispose();

    private static int Fill(SafeFileHandle file, Span<byte> bytes, long offset)
    {
        var filled = 0;
        while (filled < bytes.Length && RandomAccess.Read(file, bytes[filled..], offset + filled) is > 0 and var read)
        {
            filled += read;
        }

        return filled;
    }
}
