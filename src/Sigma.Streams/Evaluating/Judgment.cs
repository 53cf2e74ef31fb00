using Sigma.Engine.Evaluation;
using Sigma.Streams.Events;

namespace Sigma.Streams.Evaluating;

/// <summary>A record for which something is to be said.</summary>
/// <param name="Record">It.</param>
/// <param name="Verdict">What rules say of it.</param>
/// <param name="Time">When it happened, by its own account.</param>
/// <param name="Fields">For each match what correlations ask of it; null when none refers to its rule.</param>
/// <param name="Difference">How the two evaluators differ, when both were asked; null when they agree.</param>
internal sealed record Judgment(
    EventRecord Record,
    RecordVerdict Verdict,
    DateTimeOffset? Time,
    IReadOnlyList<IReadOnlyDictionary<string, string>?> Fields,
    string? Difference);

/// <summary>What became of some records, in their order.</summary>
/// <param name="Records">How many there were.</param>
/// <param name="Judgments">Those that matched, are no records, or were judged differently.</param>
internal sealed record BatchResult(int Records, IReadOnlyList<Judgment> Judgments);
