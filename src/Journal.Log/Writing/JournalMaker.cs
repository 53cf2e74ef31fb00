using System.Security.Cryptography;
using System.Text;
using Journal.Log.Durability;
using Journal.Log.Folders;
using Journal.Log.Recipients;
using Journal.Log.Signing;

namespace Journal.Log.Writing;

/// <summary>Makes a journal: its identity, and who can read it.</summary>
public static class JournalMaker
{
    /// <param name="folder">Holds no journal yet.</param>
    /// <param name="origin">The log's name; null for the machine's name and a random number.</param>
    /// <param name="recipients">Names of files, and readers' public keys as .pem text.</param>
    /// <exception cref="JournalRefusedException">It cannot be made; nothing is written then.</exception>
    /// <exception cref="IOException">The disk did not take all of it; what it took is deleted again.</exception>
    public static VerifierKey Make(JournalFolder folder, string? origin, IReadOnlyList<KeyValuePair<string, string>> recipients)
    {
        origin ??= $"{Environment.MachineName}/{Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(8))}";
        if (File.Exists(folder.VerifierFile) || folder.ListSegments().Count > 0)
        {
            throw new JournalRefusedException($"{folder.Path} holds a journal already.");
        }

        if (((string[])[folder.Identity, folder.EpochKey]).FirstOrDefault(File.Exists) is { } key)
        {
            throw new JournalRefusedException(
                $"{key} is the key of another journal, which cannot sign without it: name another KeyDirectory for this one, or take the "
                + "key away if that journal is given up.");
        }

        if (!VerifierKey.IsName(origin) || recipients.Count is 0 or > Recipient.MaxCount)
        {
            throw new JournalRefusedException(
                $"A journal needs a name without blanks and plus signs, and 1 to {Recipient.MaxCount} readers.");
        }

        var readers = Check(folder, recipients);
        var identity = SigningKey.Create(origin);
        try
        {
            Write(readers);
            DurableFile.Replace(folder.Identity, Encoding.UTF8.GetBytes($"{identity.Export()}\n"), secret: true);
            DurableFile.Replace(folder.VerifierFile, Encoding.UTF8.GetBytes($"{identity.Verifier}\n")); // from now on it is a journal
        }
        catch
        {
            foreach (var path in readers.Keys.Append(folder.Identity).Where(File.Exists))
            {
                File.Delete(path);
            }

            throw;
        }

        return identity.Verifier;
    }

    /// <summary>From the next segment on, this reader can read too.</summary>
    /// <exception cref="JournalRefusedException">The text is no such key, or there are too many.</exception>
    public static void AddRecipient(JournalFolder folder, string file, string pem) =>
        Write(Check(folder, [KeyValuePair.Create(file, pem)]));

    /// <returns>Their public keys by the files that will hold them.</returns>
    private static Dictionary<string, string> Check(JournalFolder folder, IReadOnlyList<KeyValuePair<string, string>> recipients)
    {
        var there = Directory.Exists(folder.Recipients) ? Directory.GetFiles(folder.Recipients, "*.pem").Length : 0;
        var keys = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        foreach (var (file, pem) in recipients)
        {
            var key = PublicKeyOf(file, pem);
            var path = folder.RecipientFile(file);
            var name = Path.GetFileNameWithoutExtension(path);
            if (File.Exists(path))
            {
                throw new JournalRefusedException($"There is a reader {name} already: {path}");
            }

            if (!keys.TryAdd(path, key))
            {
                throw new JournalRefusedException($"Two readers would be called {name}: give one of the files another name.");
            }
        }

        return there + keys.Count <= Recipient.MaxCount
            ? keys
            : throw new JournalRefusedException($"A journal has at most {Recipient.MaxCount} readers.");
    }

    /// <summary>The public key alone, whatever else the file holds.</summary>
    private static string PublicKeyOf(string file, string pem)
    {
        try
        {
            using var recipient = Recipient.Parse(pem);
            return recipient.Export();
        }
        catch (InvalidDataException exception)
        {
            throw new JournalRefusedException($"{file}: {exception.Message}", exception);
        }
    }

    private static void Write(Dictionary<string, string> keys) =>
        DurableFile.Replace([.. keys.Select(key => (key.Key, Encoding.UTF8.GetBytes(key.Value)))]);
}
