using Durable;
using Hosting.Lifetime;
using Journal.Log.Folders;
using Journal.Log.Writing;

namespace Journal.Features.Commands;

/// <summary>Changes who can read records from the next segment on. Stored records stay readable for those who could read them.</summary>
internal static class ReadersCommand
{
    public static async Task<int> AddAsync(JournalFolder folder, string file, TextWriter messages)
    {
        folder.ReadVerifier();
        JournalMaker.AddRecipient(folder, file, await File.ReadAllTextAsync(file));
        await messages.WriteLineAsync($"{file} can read from the next segment on.");
        return ExitCode.Done;
    }

    public static async Task<int> RemoveAsync(JournalFolder folder, string name, TextWriter messages)
    {
        var path = folder.RecipientFile(name);
        if (!File.Exists(path))
        {
            throw new JournalRefusedException($"There is no reader {name}: {path} does not exist.");
        }

        if (Directory.GetFiles(folder.Recipients, "*.pem").Length == 1)
        {
            throw new JournalRefusedException($"{name} is the last reader, and a journal needs at least one. Add another one first.");
        }

        folder.Disk.Remove(path);
        await messages.WriteLineAsync($"{name} cannot read from the next segment on.");
        return ExitCode.Done;
    }
}
