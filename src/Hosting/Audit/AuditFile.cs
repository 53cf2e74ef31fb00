namespace Hosting.Audit;

/// <summary>Lines of JSON in a file that never grows beyond its bound: a full one takes the place of the one before it.</summary>
/// <param name="path">Made when it is not there.</param>
/// <param name="maxBytes">A batch may go beyond it.</param>
internal sealed class AuditFile(string path, long maxBytes) : IAuditSink
{
    private const UnixFileMode OwnerOnly = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    public string Kind => AuditSinkKind.File;

    public string Place { get; } = Path.GetFullPath(path);

    public async Task WriteAsync(IReadOnlyList<AuditRecord> records, CancellationToken cancellationToken)
    {
        if (new FileInfo(Place) is { Exists: true } file && file.Length >= maxBytes)
        {
            File.Move(Place, Place + ".1", overwrite: true);
        }

        using var lines = new MemoryStream();
        foreach (var record in records)
        {
            lines.Write(record.ToLine());
            lines.WriteByte((byte)'\n');
        }

        var options = new FileStreamOptions { Mode = FileMode.Append, Access = FileAccess.Write, Share = FileShare.ReadWrite };
        if (!OperatingSystem.IsWindows())
        {
            options.UnixCreateMode = OwnerOnly;
        }

        await using var stream = new FileStream(Place, options);
        await stream.WriteAsync(lines.GetBuffer().AsMemory(0, (int)lines.Length), cancellationToken);
    }
}
