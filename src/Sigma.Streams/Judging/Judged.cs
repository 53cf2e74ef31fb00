using Sigma.Streams.Alerts;
using Sigma.Streams.Flow;

namespace Sigma.Streams.Judging;

/// <summary>The result of a batch. It holds none of the batch's own memory.</summary>
/// <param name="Records">The number of records, without invalid inputs.</param>
/// <param name="Alerts">In the order of records and rules.</param>
/// <param name="Matches">Matches for correlations, in the same order.</param>
/// <param name="DeadLetters">Inputs that are not records.</param>
internal sealed record Judged(
    int Records, IReadOnlyList<Alert> Alerts, IReadOnlyList<Match> Matches, IReadOnlyList<DeadLetter> DeadLetters);
