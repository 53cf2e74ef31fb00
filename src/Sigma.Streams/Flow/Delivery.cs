using Sigma.Streams.Alerts;

namespace Sigma.Streams.Flow;

/// <summary>What came of some batches. Sinks take of it what they are for.</summary>
/// <param name="Alerts">In the order in which their rules fired.</param>
/// <param name="DeadLetters">What was no record.</param>
/// <param name="Matches">What correlations ask for; a match log in a broker takes them.</param>
/// <param name="Positions">Where the sources go on once the delivery is done; a transaction takes those of its own source.</param>
internal sealed record Delivery(
    IReadOnlyList<Alert> Alerts,
    IReadOnlyList<DeadLetter> DeadLetters,
    IReadOnlyList<Match> Matches,
    IReadOnlyList<StreamPosition> Positions);
