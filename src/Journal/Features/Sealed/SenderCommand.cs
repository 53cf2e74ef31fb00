using System.Text;
using Durable;
using Hosting.Lifetime;
using Journal.Log.Folders;
using Journal.Log.Senders;
using Journal.Log.Writing;

namespace Journal.Features.Sealed;

/// <summary>Makes and removes the key of a sender of sealed datagrams.</summary>
internal static class SenderCommand
{
    public static async Task<int> AddAsync(JournalFolder folder, string name, string file, TextWriter messages)
    {
        folder.ReadVerifier();
        if (File.Exists(file))
        {
            throw new JournalRefusedException($"{file} exists already, and may be another sender's key: name another file with --out.");
        }

        var key = SenderKey.Create(name);
        new SenderFolder(folder).Add(key);
        folder.Disk.Replace(file, Encoding.UTF8.GetBytes(key.Export()), secret: true);
        await messages.WriteLineAsync(
            $"{Path.GetFullPath(file)} is the key of {name}: move it to that machine, and use it with journal send --key. "
            + "A running journal accepts it within a second.");
        return ExitCode.Done;
    }

    public static async Task<int> RemoveAsync(JournalFolder folder, string name, TextWriter messages)
    {
        folder.ReadVerifier();
        if (!new SenderFolder(folder).Remove(name))
        {
            throw new JournalRefusedException($"There is no sender {name}.");
        }

        await messages.WriteLineAsync($"Datagrams of {name} are refused within a second.");
        return ExitCode.Done;
    }
}
