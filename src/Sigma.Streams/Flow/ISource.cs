using Sigma.Streams.Alerts;

namespace Sigma.Streams.Flow;

/// <summary>Where records come from; <c>Sigma:Sources</c> names it.</summary>
internal interface ISource
{
    /// <summary>
    /// Reads, and gives batches to the intake, until the token fires or nothing can come any more. A source that the other side broke
    /// retries by itself; what it throws otherwise ends the host.
    /// </summary>
    Task RunAsync(IIntake intake, CancellationToken cancellationToken);
}

/// <summary>Takes what sources read.</summary>
internal interface IIntake
{
    /// <summary>
    /// Judges a batch on the caller's thread, so that its bytes are free when this returns, and puts what came of it in the queue of
    /// deliveries. While the queue is full, the caller waits. Any number of callers may call at once; batches of one caller are delivered
    /// in their order.
    /// </summary>
    /// <param name="batch">The batch that was read.</param>
    /// <param name="cancellationToken">Ends the wait for room.</param>
    /// <returns>To be awaited before the source commits what it read, by means of its own.</returns>
    ValueTask<TakenBatch> TakeAsync(StreamBatch batch, CancellationToken cancellationToken);

    /// <summary>Takes what a source judged itself, such as what came of a match log.</summary>
    /// <param name="alerts">What fired.</param>
    /// <param name="matches">What correlations refer to.</param>
    /// <param name="positions">Where the source goes on after it.</param>
    /// <param name="cancellationToken">Ends the wait for room.</param>
    ValueTask<TakenBatch> PutAsync(
        IReadOnlyList<Alert> alerts, IReadOnlyList<Match> matches, IReadOnlyList<StreamPosition> positions,
        CancellationToken cancellationToken);

    /// <summary>Where a source goes on that leaves keeping its positions to the service: those of its last delivered batches.</summary>
    IReadOnlyList<StreamPosition> PositionsOf(string source);
}

/// <summary>A batch that was judged, and waits for its delivery.</summary>
/// <param name="Delivered">Ends when all sinks have what came of it, and its positions are kept; fails when the service stops
/// first.</param>
internal sealed record TakenBatch(Task<BatchOutcome> Delivered);

/// <summary>What came of a batch.</summary>
/// <param name="Accepted">Records that were judged.</param>
/// <param name="Dead">What was no record.</param>
/// <param name="Alerts">Those of its own, throttled ones among them; not those of correlations.</param>
internal readonly record struct BatchOutcome(int Accepted, int Dead, int Alerts);
