using Load.Comparing;

namespace Load.Commands;

/// <summary>What became of the pairs of a trial, as they come and at the end.</summary>
internal sealed class TrialTally(TextWriter output)
{
    /// <summary>The share of the pairs of the same in which a difference may be shown, at a level of 5 %.</summary>
    private const double MaxFlagged = 0.05;

    /// <summary>The share of the pairs with a difference in which it has to be found.</summary>
    private const double MinFound = 10.0 / 11;

    private (int Pairs, int Flagged) _same;
    private (int Pairs, int Found) _different;
    private int _refused;

    /// <param name="round">From 1.</param>
    /// <param name="isSame">Whether both runs are of the same service.</param>
    /// <param name="comparison">Null for the first run, which has none before it.</param>
    public async Task AddAsync(int round, bool isSame, Comparison? comparison)
    {
        if (comparison is null)
        {
            return;
        }

        var (worse, better) = (comparison.Count(ChangeVerdict.Worse), comparison.Count(ChangeVerdict.Better));
        var reason = WhyNot(comparison);
        if (reason is not null)
        {
            _refused++;
        }
        else if (isSame)
        {
            _same = (_same.Pairs + 1, _same.Flagged + (worse + better > 0 ? 1 : 0));
        }
        else
        {
            _different = (_different.Pairs + 1, _different.Found + (comparison.Overall.Any(IsWorse) ? 1 : 0));
        }

        var all = comparison.Overall is [var first, ..] ? $"; {first.Name} over all rows {ComparisonTable.Percent(first.Ratio)}" : "";
        await output.WriteLineAsync(
            $"{round,3}  {(isSame ? "A/A" : "A/B")}  "
            + (reason is not null ? $"not compared: {reason}" : $"{worse} worse, {better} better{all}"));
        await output.FlushAsync(CancellationToken.None);
    }

    /// <returns>Whether the comparison finds what is there, and no more.</returns>
    public async Task<bool> EndAsync()
    {
        await output.WriteLineAsync(
            $"A/A: a difference was shown in {_same.Flagged} of {_same.Pairs} pairs of the same; at most {MaxFlagged:0 %} were promised.");
        await output.WriteLineAsync(
            $"A/B: 10 % more CPU was found in {_different.Found} of {_different.Pairs} pairs; ten of eleven were promised.");
        if (_refused > 0)
        {
            await output.WriteLineAsync($"{_refused} pairs could not be compared, and have no part in this.");
        }

        return _different.Pairs > 0 && _same.Flagged <= MaxFlagged * _same.Pairs && _different.Found >= MinFound * _different.Pairs;
    }

    private static string? WhyNot(Comparison comparison) =>
        comparison.IsRefused ? string.Join("; ", comparison.Unlike.Select(one => $"{one}").Concat(comparison.Refusals))
        : !comparison.HasJudged ? string.Join("; ", comparison.NotJudged.Select(one => one.Reason).Distinct())
        : null;

    private static bool IsWorse(Change change) => change.Verdict == ChangeVerdict.Worse;
}
