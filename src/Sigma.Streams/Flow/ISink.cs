namespace Sigma.Streams.Flow;

/// <summary>A destination of alerts; <c>Sigma:Sinks</c> names it.</summary>
internal interface ISink
{
    /// <summary>
    /// The service starts: the sink may now clean up after an earlier run on the other side, without delaying the start.
    /// </summary>
    void Begin()
    {
        // Most sinks have nothing to clean up.
    }

    /// <summary>
    /// How long the next delivery should wait: results of patient sources that arrive meanwhile join it. Zero for sinks that write at once.
    /// </summary>
    TimeSpan Rest => TimeSpan.Zero;

    /// <summary>
    /// Whether its write also stores the positions of the sources. Then it comes last, because whatever another sink lacks has to be read
    /// again after a crash.
    /// </summary>
    bool KeepsPositions => false;

    /// <summary>
    /// Writes once; when it returns, its part of the delivery is durable. It is called for one delivery after the other, and again for the
    /// same one after it threw an <see cref="IOException"/>, <see cref="HttpRequestException"/>, <see cref="UnauthorizedAccessException"/>
    /// or <see cref="TimeoutException"/>. Alerts that were already written then have to be recognised (<see cref="Alerts.Alert.Id"/>).
    /// </summary>
    /// <returns>Alerts that the other side refuses for good, as dead letters.</returns>
    Task<IReadOnlyList<DeadLetter>> WriteAsync(Delivery delivery, CancellationToken cancellationToken);
}
