namespace Load.Stack.Chaos;

/// <summary>The end of a run: a line for all, and a table of the faults.</summary>
internal static class ChaosReport
{
    public static async Task WriteAsync(
        IReadOnlyList<ChaosRound> rounds, IReadOnlyList<string> last, string files, TextWriter output)
    {
        var healed = rounds.Select(round => round.Healed.TotalSeconds).Order().ToList();
        await output.WriteLineAsync(
            $"{rounds.Count} faults, {files}; {rounds.Sum(round => round.Missing.Count) + last.Count} lost; the journal verifies."
            + (last.Count > 0 ? $" LOST at the end: {string.Join("; ", last)}." : "")
            + (healed.Count > 0 ? $" Healed after {healed[healed.Count / 2]:0.0} s (median), at most {healed[^1]:0.0} s." : ""));
        foreach (var kind in rounds.GroupBy(round => (round.Struck, round.Fault)).OrderBy(kind => kind.Key))
        {
            await output.WriteLineAsync(
                $" {kind.Key.Struck,-15} {kind.Key.Fault,-13} {kind.Count(),3} times, healed after at most "
                + $"{kind.Max(round => round.Healed.TotalSeconds):0.0} s, {kind.Sum(round => round.Missing.Count)} lost");
        }
    }
}
