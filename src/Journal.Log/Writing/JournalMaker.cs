using System.Security.Cryptography;
using System.Text;
using Durable;
using Journal.Log.Folders;
using Journal.Log.Recipients;
using Journal.Log.Signing;

namespace Journal.Log.Writing;

/// <summary>Makes a journal: its identity, and its readers.</summary>
public static class JournalMaker
{
    /// <param name="folder">A folder without a journal.</param>
    /// <param name="origin">The log's name; null for the machine's name and a random number.</param>
    /// <param name="recipients">The readers' file names and public keys as .pem text.</param>
    /// <exception cref="JournalRefusedException">It cannot be made; nothing was written.</exception>
    /// <exception cref="IOException">Writing failed; the files written so far were deleted.</exception>
    public static VerifierKey Make(JournalFolder folder, string? origin, IReadOnlyList<KeyValuePair<string, string>> recipients)
    {
        origin ??= $"{Environment.MachineName}/{Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(8))}";
        if (File.Exists(folder.VerifierFile) || folder.ListSegments().Count > 0)
        {
            throw new JournalRefusedException($"{folder.Path} is already a journal.");
        }

        if (((string[])[folder.Identity, folder.EpochKey]).FirstOrDefault(File.Exists) is { } key)
        {
            throw new JournalRefusedException(
                $"{key} is the key of another journal, which cannot sign without it. Set another KeyDirectory for this one, or move the "
                + "key away if that journal is no longer used.");
        }

        if (!VerifierKey.IsName(origin))
        {
            throw new JournalRefusedException("A journal needs a name without blanks and plus signs.");
        }

        if (recipients.Count is 0 or > Recipient.MaxCount)
        {
            throw new JournalRefusedException(
                $"A journal needs 1 to {Recipient.MaxCount} readers, because only they can read it: give public keys, or make a key with "
                + "--new-reader.");
        }

        var readers = Check(folder, recipients);
        var identity = SigningKey.Create(origin);
        try
        {
            Write(folder, readers);
            folder.Disk.Replace(folder.Identity, Encoding.UTF8.GetBytes($"{identity.Export()}\n"), secret: true);
            folder.Disk.Replace(folder.VerifierFile, Encoding.UTF8.GetBytes($"{identity.Verifier}\n")); // with this file it is a journal
        }
        catch
        {
            foreach (var path in readers.Keys.Append(folder.Identity).Where(File.Exists))
            {
                folder.Disk.Delete(path);
            }

            throw;
        }

        return identity.Verifier;
    }

    /// <summary>Lets another reader read, from the next segment on.</summary>
    /// <exception cref="JournalRefusedException">The text is not such a key, or there are too many readers.</exception>
    public static void AddRecipient(JournalFolder folder, string file, string pem) =>
        Write(folder, Check(folder, [KeyValuePair.Create(file, pem)]));

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
                throw new JournalRefusedException($"There is already a reader {name}: {path}");
            }

            if (!keys.TryAdd(path, key))
            {
                throw new JournalRefusedException($"Two readers would have the name {name}: rename one of the files.");
            }
        }

        return there + keys.Count <= Recipient.MaxCount
            ? keys
            : throw new JournalRefusedException($"A journal has at most {Recipient.MaxCount} readers.");
    }

    /// <summary>Only the public key, whatever else the file holds.</summary>
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

    private static void Write(JournalFolder folder, Dictionary<string, string> keys) =>
        folder.Disk.Replace([.. keys.Select(key => (key.Key, Encoding.UTF8.GetBytes(key.Value)))]);
}
