using Journal.Log.Durability;
using Microsoft.Win32.SafeHandles;

namespace Journal.Log.Writing;

/// <summary>The file of the open segment.</summary>
public interface ISegmentFile : IDisposable
{
    void Write(ReadOnlySpan<byte> bytes, long offset);

    /// <summary>
    /// Everything written is on the disk when it returns. After a failure its state is unknown, and the file is no longer used.
    /// </summary>
    void Flush();

    /// <summary>Cuts off bytes that were written but never acknowledged.</summary>
    void Cut(long length);
}

/// <summary>A segment's file on a disk.</summary>
internal sealed class SegmentFile : ISegmentFile
{
    private readonly SafeFileHandle _file;

    private SegmentFile(SafeFileHandle file) => _file = file;

    public static ISegmentFile Create(string path) =>
        new SegmentFile(File.OpenHandle(path, FileMode.CreateNew, FileAccess.Write, FileShare.Read | FileShare.Delete));

    public void Write(ReadOnlySpan<byte> bytes, long offset) => RandomAccess.Write(_file, bytes, offset);

    public void Flush() => DurableFile.FlushData(_file);

    public void Cut(long length) => RandomAccess.SetLength(_file, length);

    public void Dispose() => _file.Dispose();
}
