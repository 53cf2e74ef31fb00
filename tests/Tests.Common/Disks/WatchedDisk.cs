using Durable;

namespace Tests.Common.Disks;

/// <summary>This machine's disk, but a test may see, stop and refuse what is done with files.</summary>
public class WatchedDisk : IDisk
{
    /// <summary>Puts another file in the place of one that is opened.</summary>
    public Func<string, IDiskFile, IDiskFile> Opened { get; init; } = (_, file) => file;

    /// <param name="ending">The end of the files' names.</param>
    /// <param name="put">Gets each new file of such a name, and puts another one in its place.</param>
    public static WatchedDisk ForNew(string ending, Func<IDiskFile, IDiskFile> put) => new()
    {
        Opened = (path, file) => path.EndsWith(ending, StringComparison.Ordinal) && file.Length == 0 ? put(file) : file,
    };

    public virtual IDiskFile Open(string path, FileMode mode, bool secret = false) =>
        Opened(path, LocalDisk.Instance.Open(path, mode, secret));

    public virtual void Move(string from, string to) => LocalDisk.Instance.Move(from, to);

    public virtual void Delete(string path) => LocalDisk.Instance.Delete(path);

    public virtual void CreateFolder(string path) => LocalDisk.Instance.CreateFolder(path);

    public virtual void FlushFolder(string path) => LocalDisk.Instance.FlushFolder(path);
}

/// <summary>A file whose test hears of what is done with it, on the thread that does it. The call fails when the test throws.</summary>
public class WatchedFile(IDiskFile file) : IDiskFile
{
    /// <summary>Gets the number of bytes.</summary>
    public Action<int> Writing { get; init; } = _ => { };

    public Action Flushing { get; init; } = () => { };

    public long Length => file.Length;

    public int Read(Span<byte> buffer, long offset) => file.Read(buffer, offset);

    public virtual void Write(ReadOnlySpan<byte> bytes, long offset)
    {
        Writing(bytes.Length);
        file.Write(bytes, offset);
    }

    public virtual void SetLength(long length) => file.SetLength(length);

    public virtual void Flush() => Flushing();

    public void Dispose()
    {
        file.Dispose();
        GC.SuppressFinalize(this);
    }
}
