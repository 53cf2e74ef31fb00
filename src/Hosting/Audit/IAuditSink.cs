namespace Hosting.Audit;

/// <summary>A place that audit records go to. Each has a queue and a thread of work of its own: a slow one delays nobody.</summary>
public interface IAuditSink
{
    /// <summary>For metrics: one of <see cref="AuditSinkKind"/>, or a word of the host's own.</summary>
    string Kind { get; }

    /// <summary>For messages: a path or a URL.</summary>
    string Place { get; }

    /// <summary>How long the first record of a batch may wait for others. Default: not at all.</summary>
    TimeSpan Gathering => TimeSpan.Zero;

    /// <summary>Takes records for good; it may be called again with the same ones after it threw.</summary>
    /// <param name="records">At least one, in the order of their times.</param>
    /// <param name="cancellationToken">Fires when the host has no more time to stop.</param>
    /// <exception cref="IOException">The place does not take them now.</exception>
    Task WriteAsync(IReadOnlyList<AuditRecord> records, CancellationToken cancellationToken);
}

public static class AuditSinkKind
{
    public const string File = "file";
    public const string Remote = "journal";

    internal static IReadOnlyList<string> All { get; } = [File, Remote];
}
