using Journal.Log.Folders;
using Journal.Log.Signing;

namespace Journal.Log.Writing;

/// <summary>The key with which a journal signs for its whole life.</summary>
internal static class LogIdentity
{
    /// <exception cref="JournalRefusedException">It is missing, or another journal's.</exception>
    /// <exception cref="InvalidDataException">A key is invalid.</exception>
    public static SigningKey Read(JournalFolder folder)
    {
        var verifier = folder.ReadVerifier();
        var identity = File.Exists(folder.Identity)
            ? JournalKeyFile.Read(folder.Identity, SigningKey.Parse)
            : throw new JournalRefusedException($"{folder.Identity} is missing: the journal cannot sign without its identity's key. "
                + "Bring its keys back from their backup, name their folder (KeyDirectory), or make a new journal.");
        return identity.Verifier == verifier
            ? identity
            : throw new JournalRefusedException($"{folder.Identity} and {folder.VerifierFile} belong to different journals.");
    }
}
