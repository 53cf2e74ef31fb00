using Journal.Log.Folders;
using Journal.Log.Reading;
using Journal.Log.Recipients;
using Journal.Log.Signing;

namespace Journal.Log.Verifying;

/// <summary>What is verified, and against whom.</summary>
public sealed record VerifyRequest(JournalFolder Folder)
{
    /// <summary>The log's identity, from elsewhere; null when the folder has to vouch for itself.</summary>
    public VerifierKey? Key { get; init; }

    public IReadOnlyList<Anchor> Anchors { get; init; } = [];

    /// <summary>Opens the records too; null to verify what is stored without reading it.</summary>
    public ReaderKey? Reader { get; init; }

    /// <summary>The last signed frame may not be older.</summary>
    public TimeSpan? MaxAge { get; init; }

    /// <summary>Threads that hash and open frames.</summary>
    public int Threads { get; init; } = FrameThreads.Default;
}
