using System.Text;
using Durable;
using Journal.Log.Folders;
using Journal.Log.Signing;

namespace Journal.Log.Witnessing;

/// <summary>The key with which a journal vouches for others. Its verifier key is in the journal's folder, to be copied.</summary>
public static class WitnessKeys
{
    /// <summary>Makes it if there is none: journals of earlier versions have none.</summary>
    /// <exception cref="InvalidDataException">There is no journal, or the key is invalid.</exception>
    public static CosigningKey LoadOrMake(JournalFolder folder)
    {
        var origin = folder.ReadVerifier().Name;
        if (!File.Exists(folder.WitnessKey))
        {
            var made = CosigningKey.Create($"{origin}/witness");
            folder.Disk.Replace(folder.WitnessKey, Encoding.UTF8.GetBytes($"{made.Export()}\n"), secret: true);
        }

        var key = JournalKeyFile.Read(folder.WitnessKey, CosigningKey.Parse);
        var verifier = $"{key.Verifier}\n";
        if (!File.Exists(folder.WitnessVerifierFile) || SharedFile.ReadAllText(folder.WitnessVerifierFile) != verifier)
        {
            folder.Disk.Replace(folder.WitnessVerifierFile, Encoding.UTF8.GetBytes(verifier));
        }

        return key;
    }
}
