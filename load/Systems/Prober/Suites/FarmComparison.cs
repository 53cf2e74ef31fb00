using Load.Measuring;
using Load.Systems.Prober.Processes;
using Load.Systems.Prober.Rows;

namespace Load.Systems.Prober.Suites;

/// <summary>
/// Holds what a prober says that it found well against the good answers that the farm counted: a probe that was never made, and one that
/// nobody told of, are both found.
/// </summary>
internal sealed class FarmComparison(
    ProbeRow row, Func<CancellationToken, Task<FarmReading>> farm, Func<CancellationToken, Task<ProberClaim>> claim)
{
    /// <summary>The fault of a row where the two differ.</summary>
    public const string Fault = "the farm and the prober count different probes";

    private Tally? _before;

    /// <summary>Probes since the last reading that only one of the two counted.</summary>
    public long Unmatched { get; private set; }

    /// <summary>Probes since the last reading that the prober itself calls failed.</summary>
    public long Failed { get; private set; }

    public Dictionary<string, int> Faults => new() { [Fault] = (int)Unmatched };

    /// <summary>If targets fail on purpose, nothing is compared: failures and answers are not the same then.</summary>
    public async Task<FarmReading> ReadAsync(CancellationToken cancellationToken)
    {
        // The farm counts on while the prober is asked, so it is asked on both sides of that.
        var before = await farm(cancellationToken);
        var claimed = await claim(cancellationToken);
        var now = new Tally(before.Good, (await farm(cancellationToken)).Good, claimed);
        Unmatched = _before is { } earlier && row.Mix == TargetMix.Ok ? now.UnmatchedSince(earlier, row.Rate) : 0;
        Failed = claimed.Failed - (_before?.Claim.Failed ?? 0);
        _before = now;
        return before;
    }

    /// <summary>The farm's count; the probes are wrong that only one of the two counted.</summary>
    /// <param name="figures">Further figures of the span.</param>
    public async Task<WorkCount> CountAsync(IReadOnlyDictionary<string, double> figures, CancellationToken cancellationToken)
    {
        var farm = await ReadAsync(cancellationToken);
        return new(farm.Visited, Wrong: Unmatched)
        {
            Faults = Faults,
            Figures = new Dictionary<string, double>(figures) { [ProbeFigures.Unmatched] = Unmatched },
        };
    }
}

/// <summary>The probes that a prober, or the bare loop, says it made so far.</summary>
/// <param name="Good">Probes that found the target well.</param>
/// <param name="Failed">Probes that did not, or that tell nothing; the farm may have answered them all the same.</param>
/// <param name="InFlight">Probes under way; the farm may have answered them already.</param>
internal sealed record ProberClaim(long Good, long Failed, long InFlight);

/// <summary>Both counts at one moment.</summary>
/// <param name="Before">Good answers of the farm, read before the claim.</param>
/// <param name="After">The same, read after it.</param>
internal sealed record Tally(long Before, long After, ProberClaim Claim)
{
    /// <summary>The questions of the lab itself, which nginx counts too.</summary>
    private const int Questions = 10;

    /// <param name="earlier">The last one.</param>
    /// <param name="rate">
    /// Probes a second. Those of a quarter of a second are let pass: the numbers of one answer are not read at one instant, and the system
    /// takes connections before the farm does.
    /// </param>
    public long UnmatchedSince(Tally earlier, int rate)
    {
        var slack = Questions + (rate / 4);
        var claimed = Claim.Good - earlier.Claim.Good;
        var most = After - earlier.Before + earlier.Claim.InFlight + slack;
        var least = Before - earlier.After - Claim.InFlight - (Claim.Failed - earlier.Claim.Failed) - slack;
        return Math.Max(0, Math.Max(claimed - most, least - claimed));
    }
}
