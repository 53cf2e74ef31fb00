using System.Text.Json;
using Hosting.Files;

namespace Hosting.Access;

/// <summary>
/// The file with the keys of a host. Only one writer works at a time, and a reader sees the old file or the new one, never a mixture.
/// </summary>
internal sealed class KeyFile(string path)
{
    private const UnixFileMode OwnerOnly = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    private static readonly TimeSpan Turn = TimeSpan.FromSeconds(10);

    public string Path { get; } = System.IO.Path.GetFullPath(path);

    /// <exception cref="InvalidDataException">It is not a key file; the message says what is wrong.</exception>
    /// <exception cref="IOException">It does not exist, or cannot be read.</exception>
    public IReadOnlyList<AccessKey> Read()
    {
        try
        {
            using var stream = new FileStream(Path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            return Check(JsonSerializer.Deserialize(stream, AccessJson.Default.AccessKeys)?.Keys ?? throw NoKeys("it holds null"));
        }
        catch (Exception absent) when (absent is FileNotFoundException or DirectoryNotFoundException)
        {
            throw new IOException($"The key file {Path} does not exist. Make it with the command keys add.", absent);
        }
        catch (JsonException broken)
        {
            throw NoKeys($"line {broken.LineNumber + 1}: {broken.Message}");
        }
    }

    /// <summary>Reads the keys (none if there is no file), and writes the changed ones.</summary>
    /// <returns>False when the file has another owner now, so that others may be able to read it.</returns>
    public async Task<bool> ChangeAsync(
        Func<IReadOnlyList<AccessKey>, IReadOnlyList<AccessKey>> change, CancellationToken cancellationToken)
    {
        if (System.IO.Path.GetDirectoryName(Path) is { Length: > 0 } folder)
        {
            Directory.CreateDirectory(folder);
        }

        await using var turn = await TakeTurnAsync(cancellationToken);
        var isNew = !File.Exists(Path);
        return Write(change(isNew ? [] : Read()), isNew);
    }

    /// <summary>Replaces the keys of the file; for a file with one writer.</summary>
    /// <exception cref="IOException">It cannot be written.</exception>
    public void Replace(IReadOnlyList<AccessKey> keys) => Write(keys, isNew: !File.Exists(Path));

    /// <returns>False when the file has another owner now.</returns>
    private bool Write(IReadOnlyList<AccessKey> keys, bool isNew)
    {
        var draft = Path + ".new";
        var options = new FileStreamOptions { Mode = FileMode.Create, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows())
        {
            options.UnixCreateMode = OwnerOnly;
        }

        using (var stream = new FileStream(draft, options))
        {
            JsonSerializer.Serialize(stream, new AccessKeys(keys), AccessJson.Default.AccessKeys);
            stream.Flush(flushToDisk: true);
        }

        var same = isNew || FileRights.Copy(Path, draft);
        File.Move(draft, Path, overwrite: true);
        return same;
    }

    /// <summary>Another command may be writing; it will finish within moments.</summary>
    private async Task<FileStream> TakeTurnAsync(CancellationToken cancellationToken)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        patience.CancelAfter(Turn);
        while (true)
        {
            try
            {
                return new FileStream(
                    Path + ".lock", FileMode.OpenOrCreate, FileAccess.Write, FileShare.None, 1, FileOptions.DeleteOnClose);
            }
            catch (IOException) when (!patience.IsCancellationRequested && Directory.Exists(System.IO.Path.GetDirectoryName(Path)))
            {
                await Task.Delay(TimeSpan.FromMilliseconds(20), cancellationToken);
            }
        }
    }

    private IReadOnlyList<AccessKey> Check(IReadOnlyList<AccessKey> keys)
    {
        var ids = new HashSet<string>(StringComparer.Ordinal);
        foreach (var key in keys)
        {
            // The serializer accepts null as an item, whatever the list's type says.
            if (key is null)
            {
                throw NoKeys("a key is null");
            }

            var problem = key.Id.Length == 0 || key.Id.Contains(AccessKey.Separator) ? "its id is empty or has a dot"
                : !ids.Add(key.Id) ? "its id occurs twice"
                : !ScopeNames.TryParse(key.Scopes, out _) ? $"its scopes have to be some of {string.Join(", ", ScopeNames.All)}"
                : key.Sha256.Length != 64 || !key.Sha256.All(char.IsAsciiHexDigit) ? "its sha256 has to be 64 hex digits"
                : null;
            if (problem is not null)
            {
                throw NoKeys($"key {key.Id}: {problem}");
            }
        }

        return keys;
    }

    private InvalidDataException NoKeys(string why) =>
        new($"{Path} is not a key file: {why.TrimEnd('.')}. Make keys with the command keys add.");
}
