using System.Text.Json;
using Durable;

namespace Hosting.Access;

/// <summary>
/// The file with the keys of a host. Only one writer works at a time, and a reader sees the old file or the new one, never a mixture.
/// </summary>
/// <param name="path">The file.</param>
/// <param name="disk">The disk; null for the machine's own.</param>
internal sealed class KeyFile(string path, IDisk? disk = null)
{
    private static readonly TimeSpan Turn = TimeSpan.FromSeconds(10);

    private readonly IDisk _disk = disk ?? LocalDisk.Instance;

    public string Path { get; } = System.IO.Path.GetFullPath(path);

    /// <exception cref="InvalidDataException">It is not a key file; the message says what is wrong.</exception>
    /// <exception cref="IOException">It does not exist, or cannot be read.</exception>
    public IReadOnlyList<AccessKey> Read()
    {
        try
        {
            using var stream = SharedFile.OpenRead(Path);
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

    /// <summary>Reads the keys (none if there is no file), and writes the changed ones. They are on the disk when the task ends.</summary>
    /// <returns>False when the file has another owner now, so that others may be able to read it.</returns>
    /// <exception cref="IOException">It cannot be written, or another writer has kept it for long.</exception>
    public async Task<bool> ChangeAsync(
        Func<IReadOnlyList<AccessKey>, IReadOnlyList<AccessKey>> change, CancellationToken cancellationToken)
    {
        _disk.CreateFolders(System.IO.Path.GetDirectoryName(Path)!);
        var lockFile = $"{Path}.lock";
        using var turn = await FileLock.TakeAsync(lockFile, Turn, cancellationToken);
        var isNew = !File.Exists(Path);
        if (!isNew && Environment.IsPrivilegedProcess)
        {
            FileRights.Copy(Path, lockFile); // the owner of the keys must be able to change them after root
        }

        return Write(change(isNew ? [] : Read()));
    }

    /// <summary>Replaces the keys of the file; for a file with one writer.</summary>
    /// <exception cref="IOException">It cannot be written.</exception>
    public void Replace(IReadOnlyList<AccessKey> keys) => Write(keys);

    /// <returns>False when the file has another owner now.</returns>
    private bool Write(IReadOnlyList<AccessKey> keys) =>
        _disk.ReplaceWithSameRights(Path, JsonSerializer.SerializeToUtf8Bytes(new AccessKeys(keys), AccessJson.Default.AccessKeys));

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
