namespace Prober.Features.Configuration;

/// <summary>A value of a file, which remembers its line: a text, a list or a map.</summary>
internal sealed record ConfigNode(int Line)
{
    public string? Text { get; init; }

    public IReadOnlyList<ConfigNode>? Items { get; init; }

    /// <summary>In the order of the file, with different keys.</summary>
    public IReadOnlyList<ConfigEntry>? Entries { get; init; }

    /// <summary>Nothing stands behind the key.</summary>
    public bool IsEmpty => Text is "" or "~" or "null";
}

internal sealed record ConfigEntry(string Key, int Line, ConfigNode Value);

/// <summary>What is wrong, or left out, and where.</summary>
/// <param name="IsUnsupported">The file is as it should be, and this prober cannot do it: it may be passed over.</param>
internal sealed record ConfigProblem(string File, int Line, string Message, bool IsUnsupported = false)
{
    public override string ToString() => $"{File}:{Line}: {Message}";
}
