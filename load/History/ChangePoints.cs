using Load.Statistics;

namespace Load.History;

/// <summary>
/// Where a series of figures changed its level: of all splits, in the whole and in pieces of it, the one whose two sides differ most is
/// tested, and then each side by itself. All splits share the level of the test, so that a long series finds no more by chance than a
/// short one.
/// </summary>
internal static class ChangePoints
{
    private const double Level = 0.05;

    /// <summary>A side of one has no spread of its own.</summary>
    private const int MinSide = 2;

    /// <param name="values">In the order of time, all above 0; their logarithms are compared.</param>
    /// <returns>Indices of the first value of each new level, in ascending order, with how many times the level before it is.</returns>
    public static IReadOnlyList<(int Index, Ratio Change)> Of(IReadOnlyList<double> values) =>
        [.. Within([.. values.Select(value => Math.Log(value))], 0, values.Count).OrderBy(change => change.Index)];

    private static IEnumerable<(int Index, Ratio Change)> Within(double[] logs, int from, int to)
    {
        var splits = Windows(from, to).SelectMany(window => Enumerable.Range(window.From + MinSide, window.To - window.From - 2 * MinSide + 1)
            .Select(at => (At: at, Test: Test(logs[window.From..at], logs[at..window.To])))).ToArray();
        if (splits.Length == 0)
        {
            return [];
        }

        var best = splits.MinBy(split => split.Test.Probability);
        return best.Test.Probability * splits.Length > Level ? []
            : [.. Within(logs, from, best.At), (best.At, best.Test.Change), .. Within(logs, best.At, to)];
    }

    /// <summary>
    /// All of it, and pieces that overlap by half: a level that comes back after a while hides the change from a look at the whole.
    /// </summary>
    private static IEnumerable<(int From, int To)> Windows(int from, int to)
    {
        for (var length = to - from; length >= 2 * MinSide; length /= 2)
        {
            for (var begin = from; begin + length <= to; begin += Math.Max(1, length / 2))
            {
                yield return (begin, begin + length);
            }
        }
    }

    /// <summary>Student's test of two means with a common spread.</summary>
    private static (double Probability, Ratio Change) Test(double[] before, double[] after)
    {
        var (mean, other) = (before.Average(), after.Average());
        var degrees = before.Length + after.Length - 2;
        var variance = (before.Sum(value => (value - mean) * (value - mean)) + after.Sum(value => (value - other) * (value - other))) / degrees;
        var error = Math.Sqrt(variance * (1.0 / before.Length + 1.0 / after.Length));
        var half = StudentT.Quantile975(degrees) * error;
        var change = new Ratio(Math.Exp(other - mean), Math.Exp(other - mean - half), Math.Exp(other - mean + half));
        return (error > 0 ? StudentT.TwoSidedTail((other - mean) / error, degrees) : mean == other ? 1 : 0, change);
    }
}
