namespace Load.Comparing;

/// <summary>
/// A figure of one row in two runs, as the change from each repeat to the same repeat of the other run: the first repeat of a run is the
/// dearest (code is still being compiled), which is alike in both and has no part in the change.
/// </summary>
internal sealed class RowSamples
{
    /// <param name="name">The row's name.</param>
    /// <param name="unit">The unit that it counts.</param>
    /// <param name="before">Repeats of the first run.</param>
    /// <param name="after">Repeats of the second run.</param>
    /// <param name="machine">What the machine did to the figure from a repeat to the same of the other run, as a logarithm.</param>
    public RowSamples(string name, string unit, RepeatValue[] before, RepeatValue[] after, Func<int, double> machine)
    {
        (Name, Unit) = (name, unit);
        (MeasuredBefore, MeasuredAfter) = (before.Average(value => value.Figure), after.Average(value => value.Figure));
        ByRepeat = before.Join(
            after, value => value.Repeat, value => value.Repeat,
            (b, a) => KeyValuePair.Create(b.Repeat, a.Figure - b.Figure - machine(b.Repeat))).ToDictionary();
        Changes = new([.. ByRepeat.Values]);
    }

    public string Name { get; }

    public string Unit { get; }

    /// <summary>Mean, nothing taken off.</summary>
    public double MeasuredBefore { get; }

    public double MeasuredAfter { get; }

    /// <summary>The change of each repeat that both runs have, with the machine's part taken off.</summary>
    public IReadOnlyDictionary<int, double> ByRepeat { get; }

    public Logarithms Changes { get; }

    public int Degrees => Changes.Count - 1;
}
