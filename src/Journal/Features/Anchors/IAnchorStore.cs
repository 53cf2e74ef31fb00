using Journal.Log.Signing;

namespace Journal.Features.Anchors;

/// <summary>Keeps the journal's checkpoints outside its folder. Only one caller may use it at a time.</summary>
internal interface IAnchorStore : IDisposable
{
    /// <summary>The store's text in the settings.</summary>
    string Name { get; }

    /// <summary>The least time between two checkpoints that it takes; the last one of a run comes at once.</summary>
    TimeSpan Rest => TimeSpan.Zero;

    /// <summary>Returns when the store has the checkpoint.</summary>
    /// <exception cref="IOException">The store cannot take it now.</exception>
    /// <exception cref="DeniedHistoryException">The store has another history of this log.</exception>
    /// <exception cref="InvalidDataException">The log has grown, and the tiles that this checkpoint needs are gone.</exception>
    Task KeepAsync(SignedNote note, CancellationToken cancellationToken);
}

/// <summary>
/// A store has seen a history of this log that differs from the log's: somebody has restored an older one, or made another.
/// </summary>
internal sealed class DeniedHistoryException(string message) : IOException(message);
