namespace Journal.Features.Replay.Sinks;

/// <summary>Where replayed lines go. One thread hands them in, in their order.</summary>
internal interface IReplaySink : IAsyncDisposable
{
    /// <summary>Hands on the lines of a frame.</summary>
    /// <param name="lines">Not touched any more when this has ended.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="IOException">It cannot be handed on; the message says how far it got.</exception>
    Task SendAsync(ReplayedLines lines, CancellationToken cancellationToken);

    /// <summary>Ends when the other side has all of it, as far as that can be told.</summary>
    /// <exception cref="IOException">It has not; the message says how far it got.</exception>
    Task FinishAsync(CancellationToken cancellationToken);
}
