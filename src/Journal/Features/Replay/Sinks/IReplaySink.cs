namespace Journal.Features.Replay.Sinks;

/// <summary>Where replayed lines go. One thread hands them in, in their order.</summary>
internal interface IReplaySink : IAsyncDisposable
{
    /// <summary>Takes a line in; it goes out with <see cref="SendAsync"/>.</summary>
    /// <param name="sequence">The record's sequence number.</param>
    /// <param name="line">The line to write, without a line break.</param>
    void Add(long sequence, ReadOnlySpan<byte> line);

    /// <summary>Hands on what was added.</summary>
    /// <exception cref="IOException">It cannot be handed on; the message says how far it got.</exception>
    Task SendAsync(CancellationToken cancellationToken);

    /// <summary>Ends when the other side has all of it, as far as that can be told.</summary>
    /// <exception cref="IOException">It has not; the message says how far it got.</exception>
    Task FinishAsync(CancellationToken cancellationToken);
}
