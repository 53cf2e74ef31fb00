namespace Hosting.Audit;

/// <summary>A destination of audit records. Each has its own queue and its own loop, so a slow one delays nobody.</summary>
public interface IAuditSink
{
    /// <summary>For metrics: one of <see cref="AuditSinkKind"/>, or the host's own word.</summary>
    string Kind { get; }

    /// <summary>For messages: a path or a URL.</summary>
    string Place { get; }

    /// <summary>How long the first record of a batch may wait for others. Default: no wait.</summary>
    TimeSpan Gathering => TimeSpan.Zero;

    /// <summary>Stores records durably; it may be called again with the same ones after it threw.</summary>
    /// <param name="records">At least one, in the order of their times.</param>
    /// <param name="cancellationToken">Fires when the host has no more time to stop.</param>
    /// <exception cref="IOException">The destination cannot store them now.</exception>
    Task WriteAsync(IReadOnlyList<AuditRecord> records, CancellationToken cancellationToken);
}

public static class AuditSinkKind
{
    public const string File = "file";
    public const string Remote = "journal";

    internal static IReadOnlyList<string> All { get; } = [File, Remote];
}
