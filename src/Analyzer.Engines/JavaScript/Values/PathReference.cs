namespace Analyzer.Engines.JavaScript.Values;

/// <summary>Something that the script does not make itself, by the names that lead to it, such as <c>app.alert</c>.</summary>
internal sealed record PathReference(string Path)
{
    private const int MaxLength = 256;

    /// <summary>The last name: what a call calls.</summary>
    public string Name => Path[(Path.LastIndexOf('.') + 1)..];

    /// <summary>The names before it; empty when there are none.</summary>
    public string Owner => Path.LastIndexOf('.') is > 0 and var dot ? Path[..dot] : "";

    /// <returns>Null when it leads too far to mean anything.</returns>
    public PathReference? To(string name) => Path.Length + name.Length > MaxLength || name.Contains('.') ? null : new($"{Path}.{name}");
}
