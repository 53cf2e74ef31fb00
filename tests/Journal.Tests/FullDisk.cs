using Journal.Log.Writing;

namespace Journal.Tests;

/// <summary>A disk that takes nothing while it is full.</summary>
internal sealed class FullDisk
{
    private volatile bool _isFull;

    public bool IsFull
    {
        get => _isFull;
        set => _isFull = value;
    }

    public ISegmentFile Create(string path)
    {
        Refuse();
        return new SegmentFile(this, path);
    }

    private void Refuse()
    {
        if (IsFull)
        {
            throw new IOException("No space left on device.");
        }
    }

    private sealed class SegmentFile(FullDisk disk, string path) : ISegmentFile
    {
        private readonly FileStream _file = new(path, FileMode.CreateNew, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete, 1);

        public void Write(ReadOnlySpan<byte> bytes, long offset)
        {
            disk.Refuse();
            _file.Position = offset;
            _file.Write(bytes);
        }

        public void Flush() => _file.Flush();

        public void Cut(long length) => _file.SetLength(length);

        public void Dispose() => _file.Dispose();
    }
}
