using Sigma.Streams.Flow;
using Sigma.Streams.Sources.Lines;

namespace Sigma.Streams.Sources.Files;

/// <summary>A file that is read as it grows. It stays the same object when it is renamed.</summary>
internal sealed class FollowedFile(string path, FileBeginning prefix, uint partition, long offset, FileStream first) : IDisposable
{
    private readonly LineBuffer _lines = new(offset);

    private FileStream _stream = first;

    public string Path { get; private set; } = path;

    public FileBeginning Prefix { get; set; } = prefix;

    public uint Partition => partition;

    /// <summary>The number of bytes read.</summary>
    public long End => _lines.End;

    /// <summary>The state of the path when it was last found to be this file.</summary>
    public (long Length, DateTime Written) Seen { get; set; }

    /// <summary>Whether its path now belongs to another file, or to none: it will not grow much longer.</summary>
    public bool IsLeft { get; set; }

    /// <summary>Whether its path was found to belong to another file: it has no path until it is found under another one.</summary>
    public bool IsReplaced { get; private set; }

    /// <summary>Why the last read failed; null if it did not. It may succeed another time, or when the file is opened again.</summary>
    public string? Failure { get; private set; }

    public StreamPosition Position => new(FileSource.Name, partition, _lines.Next, Prefix.ToString());

    public StreamPosition Forgotten => Position with { Next = -1 };

    /// <summary>Its path now belongs to another file.</summary>
    public void Replace() => IsLeft = IsReplaced = true;

    /// <summary>It has another name, or its rest is in a copy.</summary>
    public void MoveTo(string path, FileStream stream)
    {
        _stream.Dispose();
        (Path, _stream, IsLeft, IsReplaced) = (path, stream, false, false);
    }

    /// <summary>Whether its beginning is this now.</summary>
    public bool BeginsAs(FileBeginning other)
    {
        var begin = new byte[other.Length];
        return other.IsOf(begin.AsSpan(0, RandomAccess.Read(_stream.SafeFileHandle, begin, 0)));
    }

    /// <summary>Reads new bytes.</summary>
    /// <param name="intake">Gets its lines.</param>
    /// <param name="isLast">Whether nothing more will arrive: then the last line needs no end.</param>
    /// <param name="cancellationToken">Ends the wait for the queue.</param>
    /// <returns>Whether there was anything; <see cref="Failure"/> says when that is not known.</returns>
    public async Task<bool> ReadAsync(IIntake intake, bool isLast, CancellationToken cancellationToken)
    {
        if (await FillAsync(cancellationToken) is not { } read)
        {
            return false;
        }

        var records = _lines.Filled(read, isEnd: isLast && read == 0, partition);
        if (records.Length > 0)
        {
            await intake.TakeAsync(new(FileSource.Name, records, [Position]), cancellationToken);
        }

        return read > 0;
    }

    public void Dispose() => _stream.Dispose();

    /// <returns>The number of bytes read; null when it cannot be read.</returns>
    private async ValueTask<int?> FillAsync(CancellationToken cancellationToken)
    {
        try
        {
            // A file that was truncated and rewritten is still open here: bytes beyond the old end belong to the new content.
            var isOverwritten = IsReplaced && !BeginsAs(Prefix);
            var read = isOverwritten
                ? 0
                : await RandomAccess.ReadAsync(_stream.SafeFileHandle, _lines.Free, _lines.End, cancellationToken);
            Failure = null;
            return read;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            Failure = exception.Message;
            return null;
        }
    }
}
