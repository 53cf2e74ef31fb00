using Sigma.Streams.Alerts;

namespace Sigma.Streams.Flow;

/// <summary>The results of some batches. Each sink writes the parts that it is for.</summary>
/// <param name="Alerts">In the order in which their rules fired.</param>
/// <param name="DeadLetters">Inputs that are not records.</param>
/// <param name="Matches">Matches for correlations; a match log in a broker stores them.</param>
/// <param name="Positions">Where the sources continue after the delivery; a transaction includes those of its own source.</param>
internal sealed record Delivery(
    IReadOnlyList<Alert> Alerts,
    IReadOnlyList<DeadLetter> DeadLetters,
    IReadOnlyList<Match> Matches,
    IReadOnlyList<StreamPosition> Positions);
