using Journal.Log.Folders;
using Journal.Log.Reading;
using Journal.Log.Recipients;
using Journal.Log.Signing;

namespace Journal.Log.Verifying;

/// <summary>The journal to verify, and the keys and anchors to verify it with.</summary>
public sealed record VerifyRequest(JournalFolder Folder)
{
    /// <summary>The log's identity, from elsewhere; null to use the folder's own.</summary>
    public VerifierKey? Key { get; init; }

    public IReadOnlyList<Anchor> Anchors { get; init; } = [];

    /// <summary>Opens the records too; null to verify the stored bytes without decrypting them.</summary>
    public ReaderKey? Reader { get; init; }

    /// <summary>The largest age of the last signed frame.</summary>
    public TimeSpan? MaxAge { get; init; }

    /// <summary>Threads that hash and open frames.</summary>
    public int Threads { get; init; } = FrameThreads.Default;
}
