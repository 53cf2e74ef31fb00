namespace Journal.Features.Replay.Sinks;

/// <summary>A destination of replayed lines. One thread writes them, in order.</summary>
internal interface IReplaySink : IAsyncDisposable
{
    /// <summary>Writes the lines of a frame.</summary>
    /// <param name="lines">The lines; they are no longer used when this returns.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="IOException">They cannot be written; the message says how far it got.</exception>
    Task SendAsync(ReplayedLines lines, CancellationToken cancellationToken);

    /// <summary>Returns when the other side has answered each line. A sink that waits for the answers anyway has nothing to do.</summary>
    /// <exception cref="IOException">It does not have them; the message says how far it got.</exception>
    Task WaitForAnswersAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <summary>Returns when the other side has all lines, as far as that can be known.</summary>
    /// <exception cref="IOException">It does not have them; the message says how far it got.</exception>
    Task FinishAsync(CancellationToken cancellationToken);
}
