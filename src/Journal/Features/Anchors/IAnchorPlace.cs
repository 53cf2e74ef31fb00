using Journal.Log.Signing;

namespace Journal.Features.Anchors;

/// <summary>A place outside the journal's folder that keeps its checkpoints. One caller at a time.</summary>
internal interface IAnchorPlace : IDisposable
{
    /// <summary>As the settings name it.</summary>
    string Name { get; }

    /// <summary>Returns when the place has the checkpoint.</summary>
    /// <exception cref="IOException">It does not take it now.</exception>
    /// <exception cref="DeniedHistoryException">It has another history of this log.</exception>
    /// <exception cref="InvalidDataException">The log has moved on, and what this checkpoint needs is not there any more.</exception>
    Task KeepAsync(SignedNote note, CancellationToken cancellationToken);
}

/// <summary>
/// A place has seen a history of this log that the log itself denies: somebody has put back an older one, or made another.
/// </summary>
internal sealed class DeniedHistoryException(string message) : IOException(message);
