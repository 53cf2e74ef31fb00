namespace Hosting.Audit;

/// <summary>Lines of JSON in a file that never grows beyond its bound: a full one takes the place of the one before it.</summary>
/// <param name="path">Made when it is not there.</param>
/// <param name="maxBytes">A batch may go beyond it.</param>
internal sealed class AuditFile(string path, long maxBytes) : IAuditSink
{
    private const byte LineEnd = (byte)'\n';
    private const UnixFileMode OwnerOnly = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    public string Kind => AuditSinkKind.File;

    public string Place { get; } = Path.GetFullPath(path);

    public async Task WriteAsync(IReadOnlyList<AuditRecord> records, CancellationToken cancellationToken)
    {
        if (new FileInfo(Place) is { Exists: true } file && file.Length >= maxBytes)
        {
            File.Move(Place, Place + ".1", overwrite: true);
        }

        var options = new FileStreamOptions
        {
            Mode = FileMode.OpenOrCreate,
            Access = FileAccess.ReadWrite,
            Share = FileShare.ReadWrite,
            BufferSize = 0,
        };
        if (!OperatingSystem.IsWindows())
        {
            options.UnixCreateMode = OwnerOnly;
        }

        await using var stream = new FileStream(Place, options);
        var end = stream.Length;
        var lines = LinesOf(records, isTorn: IsTorn(stream));
        try
        {
            await stream.WriteAsync(lines, cancellationToken);
        }
        catch (Exception)
        {
            stream.SetLength(end); // the disk is full, say: the same records come again
            throw;
        }
    }

    private static ReadOnlyMemory<byte> LinesOf(IReadOnlyList<AuditRecord> records, bool isTorn)
    {
        var lines = new MemoryStream();
        if (isTorn)
        {
            lines.WriteByte(LineEnd);
        }

        foreach (var record in records)
        {
            lines.Write(record.ToLine());
            lines.WriteByte(LineEnd);
        }

        return lines.GetBuffer().AsMemory(0, (int)lines.Length);
    }

    /// <summary>Goes to the end of the file, and says whether that lies within a line: the host was killed while it wrote.</summary>
    private static bool IsTorn(FileStream stream)
    {
        if (stream.Length == 0)
        {
            return false;
        }

        stream.Seek(-1, SeekOrigin.End);
        return stream.ReadByte() != LineEnd;
    }
}
