using Journal.Log.Signing;

namespace Journal.Features.Anchors;

/// <summary>A place outside the journal's folder that stores its checkpoints. Only one caller may use it at a time.</summary>
internal interface IAnchorPlace : IDisposable
{
    /// <summary>The place's text in the settings.</summary>
    string Name { get; }

    /// <summary>Returns when the place has the checkpoint.</summary>
    /// <exception cref="IOException">The place cannot take it now.</exception>
    /// <exception cref="DeniedHistoryException">The place has another history of this log.</exception>
    /// <exception cref="InvalidDataException">The log has grown, and the tiles that this checkpoint needs are gone.</exception>
    Task KeepAsync(SignedNote note, CancellationToken cancellationToken);
}

/// <summary>
/// A place has seen a history of this log that differs from the log's: somebody has restored an older one, or made another.
/// </summary>
internal sealed class DeniedHistoryException(string message) : IOException(message);
