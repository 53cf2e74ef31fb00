using Load.Machine;

namespace Load.Stack;

/// <summary>How a person wants the five systems to run together.</summary>
/// <param name="Folder">Where all of them keep their data.</param>
internal sealed record StackOptions(string Folder)
{
    /// <summary>Whether the folder, which nobody named, goes with the stack.</summary>
    public bool IsTemporary { get; init; }

    /// <summary>Where the members' logs are kept; null for beside the data.</summary>
    public string? Logs { get; init; }

    /// <summary>Whether each system listens on a free port instead of its own.</summary>
    public bool FreePorts { get; init; }

    /// <summary>How many analyzers stand behind the gateway; more than one share a store.</summary>
    public int Analyzers { get; init; } = 1;

    /// <summary>The nodes of Elasticsearch that keep the reports; null for SQLite.</summary>
    public string? StoreUrl { get; init; }

    /// <summary>The script by which the stack starts Elasticsearch and Kafka for itself; null where it does not.</summary>
    public string? Servers { get; init; }

    /// <summary>Whether all run; otherwise analyzers and gateway alone, which tell nobody: what the whole is compared with.</summary>
    public bool IsWhole { get; init; } = true;

    /// <summary>The brokers by which Sigma gets its events; null for HTTP.</summary>
    public string? Kafka { get; init; }

    /// <summary>The members' own processors; null for all of them.</summary>
    public Processors? Processors { get; init; }
}
