namespace Hosting.Audit;

/// <summary>Lines of JSON in a file of limited size: a full file replaces the previous one.</summary>
/// <param name="path">The file; it is created if it does not exist.</param>
/// <param name="maxBytes">The size at which a file is full; a batch may exceed it.</param>
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
            stream.SetLength(end); // for example, the disk is full: the same records are written again later
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

    /// <summary>
    /// Seeks to the end of the file, and says whether the last line is incomplete, because the host was killed while it wrote.
    /// </summary>
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
