namespace Load.Comparing;

/// <summary>How a figure changed from one run to the other.</summary>
/// <param name="Figure">The figure.</param>
/// <param name="Ratio">Second over first, what the generator shows of the machine taken off; 1.1 is 10 % more.</param>
/// <param name="Low">Lower end of its 95 % interval.</param>
/// <param name="High">Upper end.</param>
/// <param name="Probability">How likely a change of this size or more is if nothing has changed.</param>
internal sealed record Change(Figure Figure, double Ratio, double Low, double High, double Probability)
{
    /// <summary>The unit that the row counts, such as <c>req</c>.</summary>
    public required string Unit { get; init; }

    /// <summary>The row's name; null for all rows together.</summary>
    public string? Row { get; init; }

    /// <summary>Geometric mean over the repeats of the first run, as measured; null for all rows together.</summary>
    public double? Before { get; init; }

    /// <summary>The same figure of the second run.</summary>
    public double? After { get; init; }

    public ChangeVerdict Verdict { get; init; }

    /// <summary>The verdict, if the change is significant.</summary>
    public ChangeVerdict Direction => Ratio > 1 == Figure.MoreIsBetter ? ChangeVerdict.Better : ChangeVerdict.Worse;

    /// <summary>The figure's name for what the row counts.</summary>
    public string Name => Figure.NameFor(Unit);

    /// <summary>The same change in another unit.</summary>
    public Change In(Figure unit, double factor) => this with { Figure = unit, Before = Before * factor, After = After * factor };
}

/// <summary>The verdict of two runs on a figure.</summary>
internal enum ChangeVerdict
{
    /// <summary>A change that these repeats cannot distinguish from noise.</summary>
    NoDifferenceShown,

    Better,

    Worse,
}
