namespace Load.Comparing;

/// <summary>
/// How the machine changed from one run to another: the generator does the same work for each request in both, so when it takes 4 % more
/// over all rows, the machine has become slower (a neighbour in the caches, a lower clock), and the service with it.
/// </summary>
/// <remarks>
/// Measured on two shared cores, 22 runs of `quick --only instances=16,instances=4 --repeat 4` in turn with a service of 10 % more CPU:
/// the mean CPU per request over all rows differed by 2.1 % from run to run (standard deviation), with the generator's change taken off
/// by 1.3 %. So did the median (1.4 and 1.0 %) and the rate; what is allocated does not follow the machine. The generator's own row is
/// a worse witness than all rows (2.7 against 1.7 % for a row's CPU). Two other ways were worse. The slope of service against generator
/// from repeat to repeat within a run was 0.04 there and took nothing off: what disturbs a second is not what differs between runs.
/// Fixed pieces of work between the iterations (SHA-256, copying memory, socket round trips) did not follow either, correlation 0.1 to
/// 0.2.
/// </remarks>
internal sealed class MachineChange(IReadOnlyList<RowPair> pairs)
{
    private readonly IReadOnlyDictionary<int, double> _byRepeat = pairs.SelectMany(Changes)
        .GroupBy(change => change.Repeat, change => change.Value).ToDictionary(repeat => repeat.Key, repeat => repeat.Average());

    /// <summary>The change over all repeats, as a logarithm; 0 if it is not known.</summary>
    public double Mean => _byRepeat.Count > 0 ? _byRepeat.Values.Average() : 0;

    /// <summary>The generator's processor time for a request in the second run over that in the first; null if it is not known.</summary>
    public double? Ratio => _byRepeat.Count > 0 ? Math.Exp(Mean) : null;

    /// <summary>The change in one repeat, as a logarithm; 0 if it is not known.</summary>
    public double In(int repeat) => _byRepeat.GetValueOrDefault(repeat);

    private static IEnumerable<(int Repeat, double Value)> Changes(RowPair pair) => RepeatValue.Of(pair.Before, Figure.LabCpu).Join(
        RepeatValue.Of(pair.After, Figure.LabCpu), value => value.Repeat, value => value.Repeat,
        (before, after) => (before.Repeat, after.Figure - before.Figure));
}
