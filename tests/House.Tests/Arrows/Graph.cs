namespace House.Tests.Arrows;

/// <summary>Arrows between nodes, each with its reason.</summary>
internal sealed class Graph
{
    private readonly SortedDictionary<string, SortedDictionary<string, string>> _arrows = new(StringComparer.Ordinal);

    public IEnumerable<(string From, string To, string Because)> Arrows =>
        from node in _arrows from arrow in node.Value select (node.Key, arrow.Key, arrow.Value);

    /// <summary>Keeps the first reason of several; what points at itself is no arrow.</summary>
    public void Add(string from, string to, string because)
    {
        if (from != to)
        {
            _arrows.TryAdd(from, new(StringComparer.Ordinal));
            _arrows[from].TryAdd(to, because);
        }
    }

    /// <returns>The nodes of a circle, the first one again at the end; null when there is none.</returns>
    public IReadOnlyList<string>? FindCircle()
    {
        var done = new HashSet<string>();
        var way = new List<string>();
        return _arrows.Keys.Select(Visit).FirstOrDefault(circle => circle is not null);

        IReadOnlyList<string>? Visit(string node)
        {
            if (way.IndexOf(node) is >= 0 and var first)
            {
                return [.. way[first..], node];
            }

            if (!done.Add(node) || !_arrows.TryGetValue(node, out var targets))
            {
                return null;
            }

            way.Add(node);
            var circle = targets.Keys.Select(Visit).FirstOrDefault(found => found is not null);
            way.RemoveAt(way.Count - 1);
            return circle;
        }
    }

    /// <summary>Such as <c>A -> B (A/One.cs uses Two) -> A (B/Two.cs: using House.A)</c>.</summary>
    public string Describe(IReadOnlyList<string> circle) =>
        circle[0] + string.Concat(circle.Zip(circle.Skip(1), (from, to) => $" -> {to} ({_arrows[from][to]})"));
}
