namespace Load.Suites;

/// <summary>
/// <c>--only size=1MB,transport=grpc</c>: keeps the cells that have, in each dimension named, one of the values named for it.
/// </summary>
internal sealed class CellFilter
{
    private readonly ILookup<string, string> _wanted;

    private CellFilter(ILookup<string, string> wanted) => _wanted = wanted;

    /// <param name="text">Pairs of dimension and value, separated by commas; null keeps everything.</param>
    /// <exception cref="LabException">A part is not a pair.</exception>
    public static CellFilter Parse(string? text) =>
        new((text ?? "").Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
            .Select(part => part.Split('=', 2, StringSplitOptions.TrimEntries))
            .Select(pair => pair is [{ Length: > 0 }, { Length: > 0 }]
                ? pair
                : throw new LabException($"--only takes pairs such as size=1MB, not '{string.Join('=', pair)}'."))
            .ToLookup(pair => pair[0], pair => pair[1], StringComparer.OrdinalIgnoreCase));

    /// <summary>Narrows a suite down, what it skips included.</summary>
    /// <exception cref="LabException">Nothing is left of it, or a dimension or value occurs in no cell, so the filter is a typing error.</exception>
    public Suite Apply(Suite suite)
    {
        Check([.. suite.Cells, .. suite.Skipped.Select(skipped => skipped.Cell)]);
        var narrowed = suite with { Cells = [.. suite.Cells.Where(Keeps)], Skipped = [.. suite.Skipped.Where(skipped => Keeps(skipped.Cell))] };
        return narrowed.Cells.Count > 0 ? narrowed : throw new LabException(narrowed.Skipped.Count > 0
            ? $"--only: nothing can be measured: {narrowed.Skipped[0].Reason}."
            : "--only: no row has all of that at once.");
    }

    private bool Keeps(Cell cell) => _wanted.All(values => cell.Dimensions.Any(d => Same(d.Key, values.Key) && values.Any(v => SameValue(d.Value, v))));

    private void Check(IReadOnlyList<Cell> cells)
    {
        foreach (var (dimension, value) in _wanted.SelectMany(values => values.Select(value => (values.Key, value))))
        {
            var known = cells.SelectMany(cell => cell.Dimensions).Where(d => Same(d.Key, dimension)).Select(d => d.Value).Distinct().ToArray();
            if (known.Length == 0)
            {
                throw new LabException($"--only: there is no '{dimension}'; there are: {string.Join(", ", cells[0].Dimensions.Keys)}.");
            }

            if (!known.Any(v => SameValue(v, value)))
            {
                throw new LabException($"--only: no row has {dimension}={value}; there are: {string.Join(", ", known)}.");
            }
        }
    }

    private static bool Same(string a, string b) => a.Equals(b, StringComparison.OrdinalIgnoreCase);

    /// <summary>1MB, 1 mb and 1000KB are the same.</summary>
    private static bool SameValue(string a, string b) =>
        Same(a, b) || (Units.TryParseBytes(a, out var x) && Units.TryParseBytes(b, out var y) && x == y);
}
