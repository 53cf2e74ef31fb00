namespace Load.Comparing;

/// <summary>A figure of one row in two runs, with the machine's share taken off.</summary>
internal sealed class RowSamples
{
    /// <param name="name">The row's name.</param>
    /// <param name="unit">The unit that it counts.</param>
    /// <param name="before">Repeats of the first run.</param>
    /// <param name="after">Repeats of the second run.</param>
    /// <param name="share">See <see cref="MachineShare"/>.</param>
    public RowSamples(string name, string unit, RepeatValue[] before, RepeatValue[] after, double share)
    {
        (Name, Unit) = (name, unit);
        (MeasuredBefore, MeasuredAfter) = (before.Average(value => value.Figure), after.Average(value => value.Figure));
        (BeforeByRepeat, AfterByRepeat) = (Corrected(before), Corrected(after));
        (Before, After) = (new Logarithms([.. BeforeByRepeat.Values]), new Logarithms([.. AfterByRepeat.Values]));

        Dictionary<int, double> Corrected(RepeatValue[] run) =>
            run.ToDictionary(value => value.Repeat, value => value.Figure - share * (value.Generator ?? 0));
    }

    public string Name { get; }

    public string Unit { get; }

    /// <summary>Mean, nothing taken off.</summary>
    public double MeasuredBefore { get; }

    public double MeasuredAfter { get; }

    public IReadOnlyDictionary<int, double> BeforeByRepeat { get; }

    public IReadOnlyDictionary<int, double> AfterByRepeat { get; }

    public Logarithms Before { get; }

    public Logarithms After { get; }

    /// <summary>The sum over both runs, each around its own mean.</summary>
    public double SumOfSquares => Before.SumOfSquares + After.SumOfSquares;

    public int Degrees => Before.Count + After.Count - 2;
}
