using Sigma.Engine.Evaluation;
using Sigma.Streams.Events;

namespace Sigma.Streams.Evaluating;

/// <summary>A record with a result to report.</summary>
/// <param name="Record">The record.</param>
/// <param name="Verdict">The verdict of the rules.</param>
/// <param name="Time">The record's own time.</param>
/// <param name="Fields">For each match the fields for correlations; null when none refers to its rule.</param>
/// <param name="Difference">The difference of the two evaluators, if both ran; null when they agree.</param>
internal sealed record Judgment(
    EventRecord Record,
    RecordVerdict Verdict,
    DateTimeOffset? Time,
    IReadOnlyList<IReadOnlyDictionary<string, string>?> Fields,
    string? Difference);

/// <summary>The results of some records, in order.</summary>
/// <param name="File">Their file.</param>
/// <param name="Records">The number of records.</param>
/// <param name="Guessed">Those whose log source is not known whole.</param>
/// <param name="GuessedAlerts">Alerts of rules that name what is not known of such a record.</param>
/// <param name="Unmapped">Those for which no mapping is.</param>
/// <param name="Judgments">Records that matched, are invalid, or were judged differently.</param>
internal sealed record BatchResult(
    string File, int Records, int Guessed, int GuessedAlerts, int Unmapped, IReadOnlyList<Judgment> Judgments);
