namespace Load.Comparing;

/// <summary>
/// How much of a figure's noise is the machine's: the generator does the same work for each request in both runs, so when it takes 4 %
/// more, the machine has become slower (a neighbour in the caches, a lower clock), and the service's figures follow by some share of that.
/// The share is the slope of figure against generator from repeat to repeat within the runs, so whatever makes the two runs differ has no
/// part in it. (Analysis of covariance; Fisher, The Design of Experiments, chapter 9.)
/// </summary>
/// <remarks>
/// Measured on two shared cores, eleven runs of `quick --only instances=16,instances=4 --repeat 4` with one build: the mean CPU per request
/// over all rows differed by 3.0 % from run to run (standard deviation), with the generator's share taken off by 1.7 %; the two runs
/// furthest apart by 10.8 % and 6.6 %. Fixed pieces of work between the iterations (SHA-256, copying memory, dictionaries, socket round
/// trips) did not follow the noise inside the iterations at all, correlation 0.1 to 0.2: it comes and goes within seconds. Nor did figures
/// need a new process for each repeat: rows scattered between runs as their repeats do within one.
/// </remarks>
internal static class MachineShare
{
    /// <summary>CPU cannot follow the machine more than the machine itself; latencies and rates queue, and do.</summary>
    private const double Most = 3;

    /// <param name="groups">Repeats of one row of one run each.</param>
    /// <param name="sign">-1 for a figure that falls when the machine gets slower.</param>
    /// <returns>The rise of the figure in percent when the generator takes 1 % more; 0 if it is unknown or makes no sense.</returns>
    public static double Of(IReadOnlyCollection<RepeatValue[]> groups, int sign)
    {
        if (groups.Any(group => group.Any(value => value.Generator is null)))
        {
            return 0;
        }

        var (squares, products) = (0.0, 0.0);
        foreach (var group in groups)
        {
            var (figure, generator) = (group.Average(value => value.Figure), group.Average(value => value.Generator!.Value));
            squares += group.Sum(value => Square(value.Generator!.Value - generator));
            products += group.Sum(value => (value.Generator!.Value - generator) * (value.Figure - figure));
        }

        return squares > 0 ? sign * Math.Clamp(sign * products / squares, 0, Most) : 0;
    }

    private static double Square(double value) => value * value;
}
