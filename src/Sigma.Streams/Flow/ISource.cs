using Sigma.Streams.Alerts;

namespace Sigma.Streams.Flow;

/// <summary>A source of records; <c>Sigma:Sources</c> names it.</summary>
internal interface ISource
{
    /// <summary>
    /// Reads, and gives batches to the intake, until the token fires or there is nothing more to read. A source retries by itself after
    /// failures of the other side; any other exception ends the host.
    /// </summary>
    Task RunAsync(IIntake intake, CancellationToken cancellationToken);
}

/// <summary>Takes batches from sources.</summary>
internal interface IIntake
{
    /// <summary>
    /// Judges a batch on the caller's thread, so that its memory is free when this returns, and queues the result for delivery. While the
    /// queue is full, the caller waits. Any number of callers may call at once; the batches of one caller are delivered in order.
    /// </summary>
    /// <param name="batch">The batch that was read.</param>
    /// <param name="cancellationToken">Ends the wait for the queue.</param>
    /// <returns>A source that commits by itself has to await this first.</returns>
    ValueTask<TakenBatch> TakeAsync(StreamBatch batch, CancellationToken cancellationToken);

    /// <summary>Takes results that a source judged itself, such as those of a match log.</summary>
    /// <param name="alerts">The alerts.</param>
    /// <param name="matches">Matches for correlations.</param>
    /// <param name="positions">Where the source continues.</param>
    /// <param name="cancellationToken">Ends the wait for the queue.</param>
    ValueTask<TakenBatch> PutAsync(
        IReadOnlyList<Alert> alerts, IReadOnlyList<Match> matches, IReadOnlyList<StreamPosition> positions,
        CancellationToken cancellationToken);

    /// <summary>Where a source continues whose positions the service stores: those of its last delivered batches.</summary>
    IReadOnlyList<StreamPosition> PositionsOf(string source);
}

/// <summary>A judged batch that waits for its delivery.</summary>
/// <param name="Delivered">
/// Completes when all sinks have the results, and the positions are stored; fails if the service stops first.
/// </param>
internal sealed record TakenBatch(Task<BatchOutcome> Delivered);

/// <summary>The result of a batch.</summary>
/// <param name="Accepted">Records that were judged.</param>
/// <param name="Dead">Inputs that are not records.</param>
/// <param name="Alerts">Its own alerts, including throttled ones, without those of correlations.</param>
/// <param name="Correlating">Matches that correlations count: alerts of these may follow, and none when it is 0.</param>
internal readonly record struct BatchOutcome(int Accepted, int Dead, int Alerts, int Correlating);
