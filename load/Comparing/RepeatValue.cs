using Load.Results.Summary;

namespace Load.Comparing;

/// <summary>A figure in one repeat, as a logarithm: a change is a factor, and twice is as far as half.</summary>
/// <param name="Repeat">From 1.</param>
/// <param name="Figure">Logarithm of the figure.</param>
internal readonly record struct RepeatValue(int Repeat, double Figure)
{
    public static RepeatValue[] Of(SummaryRow row, Func<SummaryRepeat, double?> figure) =>
    [
        .. from repeat in row.Repeats
           let value = figure(repeat)
           where value > 0
           select new RepeatValue(repeat.Repeat, Math.Log(value.Value)),
    ];
}
