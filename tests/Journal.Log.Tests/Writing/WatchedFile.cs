using Journal.Log.Writing;

namespace Journal.Log.Tests.Writing;

/// <summary>A segment's file whose test hears of what is done with it, on the writer's thread.</summary>
internal sealed class WatchedFile(string path) : ISegmentFile
{
    private readonly FileStream _file = new(path, FileMode.CreateNew, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete, 1);

    /// <summary>Gets the number of bytes; the write fails when it throws.</summary>
    public Action<int> Writing { get; init; } = _ => { };

    public Action Flushing { get; init; } = () => { };

    public void Write(ReadOnlySpan<byte> bytes, long offset)
    {
        Writing(bytes.Length);
        _file.Position = offset;
        _file.Write(bytes);
        _file.Flush();
    }

    public void Flush() => Flushing();

    public void Cut(long length) => _file.SetLength(length);

    public void Dispose() => _file.Dispose();
}
