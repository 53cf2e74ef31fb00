using Load.Statistics;

namespace Load.Comparing;

/// <summary>One figure of all rows of two runs. Everything is a logarithm until it is a <see cref="Change"/>.</summary>
internal sealed class FigureChanges
{
    private readonly Figure _figure;
    private readonly double _allowance;
    private readonly IReadOnlyList<RowSamples> _rows;

    /// <param name="figure">The figure.</param>
    /// <param name="pairs">Rows whose figures can be judged; those without this figure are left out.</param>
    /// <param name="sameGenerator">
    /// Else what the generator took says nothing about the machine alone, and only widens the intervals.
    /// </param>
    public FigureChanges(Figure figure, IReadOnlyList<RowPair> pairs, bool sameGenerator)
    {
        _figure = figure;
        var measured = pairs
            .Select(pair => (pair.Name, pair.Unit, Before: RepeatValue.Of(pair.Before, figure.Of),
                After: RepeatValue.Of(pair.After, figure.Of)))
            .Where(row => row is { Before.Length: > 1, After.Length: > 1 })
            .ToArray();
        var share = MachineShare.Of(
            [.. measured.SelectMany(row => (RepeatValue[][])[row.Before, row.After])], figure.MoreIsBetter ? -1 : 1);
        _rows = [.. measured.Select(row => new RowSamples(row.Name, row.Unit, row.Before, row.After, sameGenerator ? share : 0))];
        var drift = sameGenerator || share == 0 ? 0 : measured.Average(row =>
            row.After.Average(value => value.Generator!.Value) - row.Before.Average(value => value.Generator!.Value));
        _allowance = Math.Log(1 + figure.Allowance) + Math.Abs(share * drift);
    }

    /// <summary>
    /// Each row by itself. Three repeats say little about how much they vary, so half of that is taken from the row and half from all rows
    /// (a moderated t; Smyth, Linear Models and Empirical Bayes Methods, 2004): a row whose repeats agree by chance is not called sure for
    /// that.
    /// </summary>
    public IEnumerable<Change> ByRow()
    {
        var pooled = _rows.Sum(row => row.SumOfSquares) / _rows.Sum(row => row.Degrees);
        return _rows.Select(row => Judge(row, (row.SumOfSquares / row.Degrees + pooled) / 2));
    }

    /// <summary>
    /// All rows together, which shows what is too small to be seen in one. A disturbance of one row disturbs its neighbours in time, so not
    /// the row counts as independent here but the pass: all rows once.
    /// </summary>
    /// <returns>Null with a single row, or without two whole passes.</returns>
    public Change? Overall()
    {
        var (before, after) = (Passes(row => row.BeforeByRepeat), Passes(row => row.AfterByRepeat));
        var degrees = before.Count + after.Count - 2;
        return _rows.Count < 2 || before.Count < 2 || after.Count < 2 ? null
            : Judge(before, after, CommonUnit, (before.SumOfSquares + after.SumOfSquares) / degrees, degrees);
    }

    private Logarithms Passes(Func<RowSamples, IReadOnlyDictionary<int, double>> run)
    {
        var rows = _rows.Select(run).ToArray();
        var whole = rows.SelectMany(row => row.Keys).CountBy(repeat => repeat).Where(count => count.Value == rows.Length)
            .Select(count => count.Key);
        return new Logarithms([.. whole.Select(repeat => rows.Average(row => row[repeat]))]);
    }

    private Change Judge(RowSamples row, double variance) => Judge(row.Before, row.After, row.Unit, variance, 2 * row.Degrees) with
    {
        Row = row.Name,
        Before = Math.Exp(row.MeasuredBefore),
        After = Math.Exp(row.MeasuredAfter),
    };

    private string CommonUnit => _rows.Select(row => row.Unit).Distinct().ToArray() is [var unit] ? unit : "unit";

    private Change Judge(Logarithms before, Logarithms after, string unit, double variance, int degrees)
    {
        var change = after.Mean - before.Mean;
        var error = Math.Sqrt(variance * (1.0 / before.Count + 1.0 / after.Count));
        var halfWidth = StudentT.Quantile975(degrees) * error + _allowance;
        var excess = Math.Abs(change) - _allowance;
        var probability = excess <= 0 ? 1 : error > 0 ? StudentT.TwoSidedTail(excess / error, degrees) : 0;
        return new Change(_figure, Math.Exp(change), Math.Exp(change - halfWidth), Math.Exp(change + halfWidth), probability)
        {
            Unit = unit,
        };
    }
}
