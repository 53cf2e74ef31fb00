namespace Durable;

/// <summary>
/// The changes of a file system whose order decides what a loss of power leaves. <see cref="LocalDisk"/> is the machine's own; tests have
/// one that loses what was not flushed. Reading needs no disk: see <see cref="SharedFile"/>.
/// </summary>
public interface IDisk
{
    /// <summary>Opens a file to read and write. Others may read, replace and delete it meanwhile.</summary>
    /// <param name="path">The file; its folder has to exist.</param>
    /// <param name="mode"><c>CreateNew</c>, <c>OpenOrCreate</c> or <c>Open</c>.</param>
    /// <param name="secret">Whether a new file can be read by its owner alone.</param>
    /// <exception cref="IOException">It cannot be opened.</exception>
    /// <exception cref="UnauthorizedAccessException">There is no right to.</exception>
    IDiskFile Open(string path, FileMode mode, bool secret = false);

    /// <summary>Renames a file, and replaces one that has the name. The change of names lasts once their folder is flushed.</summary>
    void Move(string from, string to);

    /// <summary>Deletes a file, if it is there. It stays deleted once its folder is flushed.</summary>
    void Delete(string path);

    /// <summary>Makes one folder, whose parent exists. It lasts once the parent is flushed.</summary>
    void CreateFolder(string path);

    /// <summary>Makes the names in a folder durable: those that were made, changed and deleted.</summary>
    /// <exception cref="IOException">The flush failed; it is unknown which names are on the disk.</exception>
    void FlushFolder(string path);
}

/// <summary>An open file.</summary>
public interface IDiskFile : IDisposable
{
    /// <summary>In bytes; 0 for a pipe or a terminal.</summary>
    long Length { get; }

    /// <returns>The number of bytes that were read; 0 at the end of the file.</returns>
    int Read(Span<byte> buffer, long offset);

    void Write(ReadOnlySpan<byte> bytes, long offset);

    void SetLength(long length);

    /// <summary>
    /// Everything written is on the disk when it returns, with the length; the file's name is not, if it is new. After a failure the
    /// content is unknown: write it again before the next flush, for that one may succeed without it.
    /// </summary>
    /// <exception cref="IOException">The flush failed.</exception>
    void Flush();
}
