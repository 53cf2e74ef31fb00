namespace Prober.Engine.Timelines;

/// <summary>How evidence becomes a state.</summary>
/// <param name="Failures">Bad probes in a row that prove a target down.</param>
/// <param name="Successes">Good probes in a row that prove it up.</param>
/// <param name="Interval">Milliseconds from one probe to the next.</param>
/// <param name="Validity">How long evidence is valid, in milliseconds from the start of its probe.</param>
public readonly record struct EvidenceRules(int Failures, int Successes, long Interval, long Validity)
{
    /// <summary>An allowance, so that a probe that starts late or takes all of its time does not cause a gap.</summary>
    private const long Slack = 1000;

    public static EvidenceRules Of(int failures, int successes, long interval, long timeout) =>
        new(failures, successes, interval, interval + timeout + Slack);
}
