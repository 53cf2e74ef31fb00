using System.Text;
using Durable;
using Hosting.Lifetime;
using Journal.Log.Folders;
using Journal.Log.Recipients;
using Journal.Log.Signing;
using Journal.Log.Witnessing;
using Journal.Log.Writing;

namespace Journal.Features.Commands;

/// <summary>Makes a journal and, if asked, a reader's key pair.</summary>
internal static class InitCommand
{
    public static async Task<int> RunAsync(
        JournalFolder folder, string? origin, string? newReader, string[] recipients, TextWriter messages)
    {
        var readers = recipients.Select(file => KeyValuePair.Create(file, File.ReadAllText(file))).ToList();
        using var reader = newReader is null ? null : ReaderKey.Create();
        if (reader is not null)
        {
            if (File.Exists(newReader))
            {
                throw new JournalRefusedException($"{newReader} exists already, and may be the key of another journal: name another file.");
            }

            readers.Add(new(newReader!, reader.ExportPublic()));

            // The key is written first: a journal whose only key is lost would be worthless.
            folder.Disk.Replace(newReader!, Encoding.UTF8.GetBytes(reader.ExportPrivate()), secret: true);
        }

        VerifierKey verifier;
        try
        {
            verifier = JournalMaker.Make(folder, origin, readers);
        }
        catch when (reader is not null)
        {
            folder.Disk.Delete(newReader!); // there is nothing that it could open
            throw;
        }

        var witness = WitnessKeys.LoadOrMake(folder).Verifier;
        if (reader is not null)
        {
            await messages.WriteLineAsync(
                $"{Path.GetFullPath(newReader!)} is the key that opens the records of this journal. Move it to another machine.");
        }

        await messages.WriteLineAsync($"{folder.Path} is a journal. It signs as {verifier}");
        await messages.WriteLineAsync(
            $"It belongs to {Environment.UserName}: run the service as this user, or give the folder to the service's user first.");
        await messages.WriteLineAsync($"As a witness for other journals it signs as {witness}");
        return ExitCode.Done;
    }
}
