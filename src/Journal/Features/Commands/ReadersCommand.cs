using Hosting.Lifetime;
using Journal.Log.Durability;
using Journal.Log.Folders;
using Journal.Log.Writing;

namespace Journal.Features.Commands;

/// <summary>Changes who can read what comes from the next segment on. What is stored stays readable for those who could read it.</summary>
internal static class ReadersCommand
{
    public static async Task<int> AddAsync(JournalFolder folder, string file, TextWriter messages)
    {
        folder.ReadVerifier();
        JournalMaker.AddRecipient(folder, file, await File.ReadAllTextAsync(file));
        await messages.WriteLineAsync($"{file} reads from the next segment on.");
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
            throw new JournalRefusedException($"{name} is the last reader: nothing is written that nobody can read. Add another first.");
        }

        File.Delete(path);
        DurableFile.FlushFolder(folder.Recipients);
        await messages.WriteLineAsync($"{name} does not read from the next segment on.");
        return ExitCode.Done;
    }
}
