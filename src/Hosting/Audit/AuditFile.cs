using Durable;

namespace Hosting.Audit;

/// <summary>Lines of JSON in a file of limited size, which its owner alone can read: a full file replaces the previous one.</summary>
/// <param name="path">The file; it is created if it does not exist.</param>
/// <param name="maxBytes">A file that would become larger is renamed; a batch that is larger has a file of its own.</param>
/// <param name="disk">The disk; null for the machine's own.</param>
internal sealed class AuditFile(string path, long maxBytes, IDisk? disk = null) : IAuditSink
{
    private const byte LineEnd = (byte)'\n';

    /// <summary>Far longer than a record: the texts of clients in it are bounded.</summary>
    private const int MaxLineBytes = 1 << 20;

    private readonly LineFile _file = new(Path.GetFullPath(path), disk)
    {
        MaxBytes = maxBytes,
        MaxLineBytes = MaxLineBytes,
        IsSecret = true,
    };

    public string Kind => AuditSinkKind.File;

    public string Place { get; } = Path.GetFullPath(path);

    public Task WriteAsync(IReadOnlyList<AuditRecord> records, CancellationToken cancellationToken)
    {
        using var lines = new MemoryStream();
        foreach (var record in records)
        {
            lines.Write(record.ToLine());
            lines.WriteByte(LineEnd);
        }

        _file.Append(lines.GetBuffer().AsSpan(0, (int)lines.Length));
        return Task.CompletedTask;
    }
}
