namespace Prober.Features.Configuration;

/// <summary>A value of a file, which remembers its line: a text, a list or a map.</summary>
internal sealed record ConfigNode(int Line)
{
    public string? Text { get; init; }

    /// <summary>The bytes of a value with the tag <c>!!binary</c>; null for others.</summary>
    public byte[]? Octets { get; init; }

    public IReadOnlyList<ConfigNode>? Items { get; init; }

    /// <summary>In the order of the file; all keys differ.</summary>
    public IReadOnlyList<ConfigEntry>? Entries { get; init; }

    /// <summary>The key has no value.</summary>
    public bool IsEmpty => Text is "" or "~" or "null";
}

internal sealed record ConfigEntry(string Key, int Line, ConfigNode Value);

/// <summary>A problem or an omission, and its place.</summary>
/// <param name="IsUnsupported">The file is valid, but this prober does not support it, so it may be skipped.</param>
/// <param name="IsNote">The prober starts, and does not do what this says.</param>
internal sealed record ConfigProblem(string File, int Line, string Message, bool IsUnsupported = false, bool IsNote = false)
{
    /// <summary>A target with this problem is watched nevertheless, if the prober starts at all.</summary>
    public bool IsHarmless => IsUnsupported || IsNote;

    public override string ToString() => $"{File}:{Line}: {Message}";
}
