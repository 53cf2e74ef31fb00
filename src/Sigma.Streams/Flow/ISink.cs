namespace Sigma.Streams.Flow;

/// <summary>Where alerts go; <c>Sigma:Sinks</c> names it.</summary>
internal interface ISink
{
    /// <summary>
    /// The service begins: what an earlier run left open on the other side may be ended now, without holding up the start.
    /// </summary>
    void Begin()
    {
        // Most leave nothing open.
    }

    /// <summary>
    /// How long the next delivery is not welcome: what comes of patient sources meanwhile goes with it. Zero for those that write at once.
    /// </summary>
    TimeSpan Rest => TimeSpan.Zero;

    /// <summary>
    /// Whether its write keeps where the sources go on. Then it is the last: what another sink lacks has to be read again after a crash.
    /// </summary>
    bool KeepsPositions => false;

    /// <summary>
    /// Writes once; when it returns, what it takes of the delivery is durable there. It is called for one delivery after the other, and for
    /// the same one again after it threw an <see cref="IOException"/>, <see cref="HttpRequestException"/>,
    /// <see cref="UnauthorizedAccessException"/> or <see cref="TimeoutException"/>: what it wrote before has to be the same then
    /// (<see cref="Alerts.Alert.Id"/>).
    /// </summary>
    /// <returns>What the other side will never take, as dead letters.</returns>
    Task<IReadOnlyList<DeadLetter>> WriteAsync(Delivery delivery, CancellationToken cancellationToken);
}
