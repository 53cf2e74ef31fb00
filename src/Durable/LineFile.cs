namespace Durable;

/// <summary>
/// A file of lines, with one writer. Appended lines are on the disk when the call returns; <see cref="TornLine"/> says what becomes of an
/// incomplete one. Each call opens the file again, because a rotation may have renamed, removed or truncated it.
/// </summary>
/// <param name="path">The file; it is made if it is missing.</param>
/// <param name="disk">The disk; null for the machine's own.</param>
public sealed class LineFile(string path, IDisk? disk = null)
{
    private readonly IDisk _disk = disk ?? LocalDisk.Instance;
    private bool _isNamed;
    private long _nextRotation;

    /// <summary>
    /// A file that would become larger is renamed to <c>.1</c>, which replaces the previous one. While another program holds one of the
    /// two open, which Windows respects, the file grows; the rename is tried again with each sixteenth of this size.
    /// </summary>
    public long MaxBytes { get; init; } = long.MaxValue;

    /// <summary>A file that ends with more bytes without a line feed is of another kind, and is not changed.</summary>
    public long MaxLineBytes { get; init; } = long.MaxValue;

    /// <summary>Whether a folder that is missing is made. Not where it may be a mount that is not there.</summary>
    public bool MakesFolder { get; init; }

    /// <summary>Whether a new file can be read by its owner alone.</summary>
    public bool IsSecret { get; init; }

    /// <param name="lines">Whole lines, each with its line feed.</param>
    /// <returns>The length of the file now.</returns>
    /// <exception cref="IOException">They could not be appended: none of them counts, so the caller may append them again.</exception>
    /// <exception cref="InvalidDataException">It is a file of another kind, and was not changed.</exception>
    public long Append(ReadOnlySpan<byte> lines)
    {
        if (lines.IsEmpty)
        {
            return 0;
        }

        RotateBefore(lines.Length);
        if (MakesFolder)
        {
            _disk.CreateFolders(DurableChanges.FolderOf(path));
        }

        using var file = _disk.Open(path, FileMode.OpenOrCreate, IsSecret);
        var length = file.Length;
        var end = TornLine.FindStart(file.Read, length, MaxLineBytes)
            ?? throw new InvalidDataException($"{path} does not end with a line, so it was not changed. Name another file.");
        try
        {
            if (end < length)
            {
                file.SetLength(end);
            }

            file.Write(lines, end);
            file.Flush();
            KeepName(isNew: length == 0);
        }
        catch
        {
            TryCut(file, end);
            throw;
        }

        return end + lines.Length;
    }

    private void RotateBefore(int bytes)
    {
        if (new FileInfo(path) is { Exists: true, Length: > 0 and var length } && length > MaxBytes - bytes
            && length >= _nextRotation)
        {
            try
            {
                _disk.Move(path, $"{path}.1");
                _nextRotation = 0;
            }
            catch (Exception held) when (held is IOException or UnauthorizedAccessException)
            {
                _nextRotation = length + MaxBytes / 16;
            }
        }
    }

    /// <summary>The first time also if the file is not new: a process that was killed may have made it, and not flushed its name.</summary>
    private void KeepName(bool isNew)
    {
        if (isNew || !_isNamed)
        {
            _disk.FlushFolder(DurableChanges.FolderOf(path));
            _isNamed = true;
        }
    }

    private static void TryCut(IDiskFile file, long end)
    {
        try
        {
            file.SetLength(end);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // Then whole lines that the disk took stay, and come twice.
        }
    }
}
