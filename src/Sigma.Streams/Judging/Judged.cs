using Sigma.Streams.Alerts;
using Sigma.Streams.Flow;

namespace Sigma.Streams.Judging;

/// <summary>What rules say of a batch. It holds nothing of the batch's own bytes.</summary>
/// <param name="Records">How many there were, what is no record left out.</param>
/// <param name="Alerts">In the order of records and rules.</param>
/// <param name="Matches">What correlations ask for, in that order too.</param>
/// <param name="DeadLetters">What is no record.</param>
internal sealed record Judged(
    int Records, IReadOnlyList<Alert> Alerts, IReadOnlyList<Match> Matches, IReadOnlyList<DeadLetter> DeadLetters);
