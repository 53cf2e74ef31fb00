using System.Text;
using Durable;
using Hosting.Lifetime;
using Journal.Log.Recipients;
using Journal.Log.Writing;

namespace Journal.Features.Commands;

/// <summary>Splits a reader's key into shares, and puts it together again. All files are for their owner only.</summary>
internal static class SharesCommand
{
    /// <exception cref="JournalRefusedException">The numbers do not fit, or a file exists.</exception>
    public static async Task<int> SplitAsync(IDisk disk, ReaderKey key, int needed, int count, string folder, TextWriter messages)
    {
        if (needed < 2 || count < needed || count > ReaderKeyShare.MaxCount)
        {
            throw new JournalRefusedException(
                $"{needed} of {count} shares cannot be: at least 2 have to be needed, no more than there are, and there are at most "
                + $"{ReaderKeyShare.MaxCount}.");
        }

        var files = Enumerable.Range(1, count).Select(place => Path.Combine(folder, $"share-{place}-of-{count}.txt")).ToList();
        if (files.Find(File.Exists) is { } there)
        {
            throw new JournalRefusedException($"{there} exists, and is not replaced.");
        }

        foreach (var (file, share) in files.Zip(ReaderKeyShare.Split(key, needed, count)))
        {
            disk.Replace(file, Encoding.ASCII.GetBytes($"{share}"), secret: true);
        }

        await messages.WriteLineAsync(
            $"{string.Join(", ", files)}: any {needed} of them give the key. Give each to another person, try journal readers combine, "
            + "and only "
            + "then destroy the key's own file.");
        return ExitCode.Done;
    }

    /// <exception cref="JournalRefusedException">The file exists.</exception>
    /// <exception cref="InvalidDataException">The shares do not give a key; the message says why.</exception>
    public static async Task<int> CombineAsync(IDisk disk, string[] files, string output, TextWriter messages)
    {
        if (File.Exists(output))
        {
            throw new JournalRefusedException($"{output} exists, and is not replaced.");
        }

        using var key = ReaderKeyShare.Combine([.. files.Select(file => (file, Read(file)))]);
        disk.Replace(output, Encoding.ASCII.GetBytes(key.ExportPrivate()), secret: true);
        await messages.WriteLineAsync(
            $"{output} is the key with the fingerprint {Convert.ToHexStringLower(key.Fingerprint.AsSpan(0, 8))}. Destroy it when you "
            + "have read.");
        return ExitCode.Done;
    }

    private static ReaderKeyShare Read(string file)
    {
        try
        {
            return ReaderKeyShare.Parse(File.ReadAllText(file));
        }
        catch (InvalidDataException exception)
        {
            throw new InvalidDataException($"{file}: {exception.Message}", exception);
        }
    }
}
