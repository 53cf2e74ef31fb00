namespace Load.Comparing;

/// <summary>How a figure changed from one run to the other.</summary>
/// <param name="Figure">Which.</param>
/// <param name="Ratio">Second over first, what the generator shows of the machine taken off; 1.1 is 10 % more.</param>
/// <param name="Low">Lower end of its 95 % interval.</param>
/// <param name="High">Upper end.</param>
/// <param name="Probability">Of seeing as much or more if nothing had changed.</param>
internal sealed record Change(Figure Figure, double Ratio, double Low, double High, double Probability)
{
    /// <summary>Its name; null for all rows together.</summary>
    public string? Row { get; init; }

    /// <summary>Geometric mean over the repeats of the first run, as measured; null for all rows together.</summary>
    public double? Before { get; init; }

    /// <summary>Of the second run.</summary>
    public double? After { get; init; }

    public Verdict Verdict { get; init; }

    /// <summary>The verdict, should it be no chance.</summary>
    public Verdict Direction => Ratio > 1 == Figure.MoreIsBetter ? Verdict.Better : Verdict.Worse;

    /// <summary>In another unit.</summary>
    public Change In(Figure unit, double factor) => this with { Figure = unit, Before = Before * factor, After = After * factor };
}
