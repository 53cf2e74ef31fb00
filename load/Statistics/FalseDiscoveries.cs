namespace Load.Statistics;

/// <summary>
/// Many tests at once: of a hundred figures that did not change, five would look changed at 5 % each. Benjamini and Hochberg's procedure
/// (Controlling the False Discovery Rate, 1995) keeps the expected share of false ones among those found below the level, and where nothing
/// changed, the probability of finding anything at all. It holds for tests that err in the same direction, as figures of one run do.
/// </summary>
internal static class FalseDiscoveries
{
    /// <param name="probabilities">Each is the probability of such a change, or a larger one, if nothing has changed; in any order.</param>
    /// <param name="level">Such as 0.05.</param>
    /// <returns>Those up to it are found; below 0 when none is.</returns>
    public static double Threshold(IEnumerable<double> probabilities, double level)
    {
        var ascending = probabilities.Order().ToArray();
        for (var i = ascending.Length; i > 0; i--)
        {
            if (ascending[i - 1] <= level * i / ascending.Length)
            {
                return ascending[i - 1];
            }
        }

        return -1;
    }
}
