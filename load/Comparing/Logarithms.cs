namespace Load.Comparing;

/// <summary>Logarithms of a figure, one for each repeat of a run.</summary>
internal sealed class Logarithms(IReadOnlyCollection<double> values)
{
    public int Count { get; } = values.Count;

    public double Mean { get; } = values.Count > 0 ? values.Average() : double.NaN;

    /// <summary>The sum of squared distances from the mean.</summary>
    public double SumOfSquares => values.Sum(value => (value - Mean) * (value - Mean));
}
