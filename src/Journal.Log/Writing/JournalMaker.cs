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
    public static VerifierKey Make(JournalFolder folder, string? origin, IReadOnlyList<KeyValuePair<string, string>> recipients)
    {
        origin ??= $"{Environment.MachineName}/{Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(8))}";
        if (File.Exists(folder.VerifierFile) || folder.ListSegments().Count > 0)
        {
            throw new JournalRefusedException($"{folder.Path} holds a journal already.");
        }

        if (!VerifierKey.IsName(origin) || recipients.Count is 0 or > Recipient.MaxCount)
        {
            throw new JournalRefusedException(
                $"A journal needs a name without blanks and plus signs, and 1 to {Recipient.MaxCount} readers.");
        }

        foreach (var (file, pem) in recipients)
        {
            AddRecipient(folder, file, pem);
        }

        var identity = SigningKey.Create(origin);
        DurableFile.Replace(folder.Identity, Encoding.UTF8.GetBytes($"{identity.Export()}\n"), secret: true);
        DurableFile.Replace(folder.VerifierFile, Encoding.UTF8.GetBytes($"{identity.Verifier}\n"));
        return identity.Verifier;
    }

    /// <summary>From the next segment on, this reader can read too.</summary>
    /// <exception cref="JournalRefusedException">The text is no such key, or there are too many.</exception>
    public static void AddRecipient(JournalFolder folder, string file, string pem)
    {
        string publicKey;
        try
        {
            using var recipient = Recipient.Parse(pem);
            publicKey = recipient.Export();
        }
        catch (InvalidDataException exception)
        {
            throw new JournalRefusedException($"{file}: {exception.Message}", exception);
        }

        var name = Path.GetFileNameWithoutExtension(file);
        var path = Path.Combine(folder.Recipients, $"{name}.pem");
        if (File.Exists(path))
        {
            throw new JournalRefusedException($"There is a reader {name} already: {path}");
        }

        if (Directory.Exists(folder.Recipients) && Directory.GetFiles(folder.Recipients, "*.pem").Length >= Recipient.MaxCount)
        {
            throw new JournalRefusedException($"A journal has at most {Recipient.MaxCount} readers.");
        }

        // The public key alone is written, whatever else the file holds.
        DurableFile.Replace(path, Encoding.UTF8.GetBytes(publicKey));
    }
}
