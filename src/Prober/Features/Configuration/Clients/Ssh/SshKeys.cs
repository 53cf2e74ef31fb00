using System.Collections.Concurrent;
using Hosting.Files;
using Renci.SshNet;

namespace Prober.Features.Configuration.Clients.Ssh;

/// <summary>Private keys of files, read again when a file has changed: to open one with a passphrase costs more than the probe.</summary>
internal static class SshKeys
{
    private static readonly ConcurrentDictionary<(string Path, string? Passphrase), (FileState State, PrivateKeyFile Key)> Keys = new();

    public static PrivateKeyFile Read(string path, string? passphrase)
    {
        var state = FileState.Of(path);
        if (Keys.TryGetValue((path, passphrase), out var known) && known.State == state)
        {
            return known.Key;
        }

        var key = new PrivateKeyFile(path, passphrase);
        Keys[(path, passphrase)] = (state, key); // a probe under way may still use the one before it
        return key;
    }
}
