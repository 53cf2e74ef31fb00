using Load.Statistics;

namespace Load.Comparing;

/// <summary>One figure of all rows of two runs. Everything is a logarithm until it is a <see cref="Change"/>.</summary>
internal sealed class FigureChanges
{
    private readonly Figure _figure;
    private readonly double _allowance;
    private readonly RowSamples[] _rows;

    /// <param name="figure">The figure.</param>
    /// <param name="pairs">Rows whose figures can be judged; those without this figure are left out.</param>
    /// <param name="machine">How the machine changed.</param>
    /// <param name="sameGenerator">
    /// Else what the generator took says nothing about the machine alone, and only widens the intervals.
    /// </param>
    public FigureChanges(Figure figure, IReadOnlyList<RowPair> pairs, MachineChange machine, bool sameGenerator)
    {
        _figure = figure;
        _rows =
        [
            .. pairs.Select(pair => (pair.Name, pair.Unit, Before: RepeatValue.Of(pair.Before, figure.Of),
                    After: RepeatValue.Of(pair.After, figure.Of)))
                .Where(row => row is { Before.Length: > 0, After.Length: > 0 })
                .Select(row => new RowSamples(
                    row.Name, row.Unit, row.Before, row.After, repeat => sameGenerator ? figure.MachineShare * machine.In(repeat) : 0))
                .Where(row => row.Changes.Count > 1),
        ];
        _allowance = Math.Log(1 + figure.Allowance) + (sameGenerator ? 0 : Math.Abs(figure.MachineShare * machine.Mean));
    }

    /// <summary>
    /// Each row by itself. Three repeats say little about how much they vary, so half of that is taken from the row and half from all rows
    /// (a moderated t; Smyth, Linear Models and Empirical Bayes Methods, 2004): a row whose repeats agree by chance is not called sure for
    /// that.
    /// </summary>
    public IEnumerable<Change> ByRow()
    {
        var pooled = _rows.Sum(row => row.Changes.SumOfSquares) / _rows.Sum(row => row.Degrees);
        return _rows.Select(row =>
            Judge(row.Changes, row.Unit, (row.Changes.SumOfSquares / row.Degrees + pooled) / 2, 2 * row.Degrees) with
            {
                Row = row.Name,
                Before = Math.Exp(row.MeasuredBefore),
                After = Math.Exp(row.MeasuredAfter),
            });
    }

    /// <summary>
    /// All rows together, which shows what is too small to be seen in one. A disturbance of one row disturbs its neighbours in time, so not
    /// the row counts as independent here but the pass: all rows once.
    /// </summary>
    /// <returns>Null with a single row, or without two whole passes.</returns>
    public Change? Overall()
    {
        var whole = _rows.SelectMany(row => row.ByRepeat.Keys).CountBy(repeat => repeat).Where(count => count.Value == _rows.Length);
        var passes = new Logarithms([.. whole.Select(repeat => _rows.Average(row => row.ByRepeat[repeat.Key]))]);
        return _rows.Length < 2 || passes.Count < 2 ? null
            : Judge(passes, CommonUnit, passes.SumOfSquares / (passes.Count - 1), passes.Count - 1);
    }

    private string CommonUnit => _rows.Select(row => row.Unit).Distinct().ToArray() is [var unit] ? unit : "unit";

    private Change Judge(Logarithms changes, string unit, double variance, int degrees)
    {
        var error = Math.Sqrt(variance / changes.Count);
        var halfWidth = StudentT.Quantile975(degrees) * error + _allowance;
        var excess = Math.Abs(changes.Mean) - _allowance;
        var probability = excess <= 0 ? 1 : error > 0 ? StudentT.TwoSidedTail(excess / error, degrees) : 0;
        return new Change(
            _figure, Math.Exp(changes.Mean), Math.Exp(changes.Mean - halfWidth), Math.Exp(changes.Mean + halfWidth), probability)
        {
            Unit = unit,
        };
    }
}
