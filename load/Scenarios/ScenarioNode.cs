namespace Load.Scenarios;

/// <summary>A value of a scenario file with its line: a text, a list or a map.</summary>
/// <param name="Line">From 1.</param>
internal sealed record ScenarioNode(int Line)
{
    /// <summary>Null for a list or a map.</summary>
    public string? Text { get; init; }

    /// <summary>Null unless it is a list.</summary>
    public IReadOnlyList<ScenarioNode>? Items { get; init; }

    /// <summary>In the order of the file; null unless it is a map.</summary>
    public IReadOnlyList<ScenarioEntry>? Entries { get; init; }

    /// <returns>Null where the map has no such key.</returns>
    public ScenarioNode? this[string key] => Entries?.FirstOrDefault(entry => entry.Key == key)?.Value;
}

/// <param name="Key">As it stands there.</param>
/// <param name="Line">Of the key, from 1.</param>
/// <param name="Value">What stands behind it.</param>
internal sealed record ScenarioEntry(string Key, int Line, ScenarioNode Value);
