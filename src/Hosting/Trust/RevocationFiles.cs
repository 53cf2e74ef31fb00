using Durable;
using Hosting.Files;
using Trust;

namespace Hosting.Trust;

/// <summary>
/// Revocation lists from files. The files are read again when they change; one that cannot be used changes nothing, and the lists that it
/// held before count until they expire.
/// </summary>
internal sealed partial class RevocationFiles
{
    private const int MaxBytes = 64 << 20;

    private readonly string _setting;
    private readonly ILogger _log;
    private readonly List<ListFile> _files;
    private RevocationLists _current;

    /// <param name="setting">The setting that names the files, for messages.</param>
    /// <param name="paths">At least one.</param>
    /// <param name="log">Gets a line for each change.</param>
    /// <exception cref="InvalidDataException">A file holds no list that can be used.</exception>
    /// <exception cref="IOException">A file does not exist, or cannot be read.</exception>
    public RevocationFiles(string setting, IEnumerable<string> paths, ILogger log)
    {
        (_setting, _log) = (setting, log);
        _files = [.. paths.Select(path => new ListFile(path))];
        foreach (var file in _files)
        {
            file.Seen = FileState.Of(file.Path);
            file.Lists = Read(file.Path);
        }

        _current = new(_files.SelectMany(file => file.Lists));
    }

    /// <summary>Reads the files that have changed. One thread at a time.</summary>
    /// <returns>The lists of all files; another object after each change.</returns>
    public RevocationLists Refresh()
    {
        var changed = false;
        foreach (var file in _files)
        {
            var state = FileState.Of(file.Path);
            if (state == file.Seen && file.Problem is null)
            {
                continue;
            }

            file.Seen = state;
            try
            {
                file.Lists = Read(file.Path);
                file.Problem = null;
                changed = true;
                Log.Read(_log, _setting, file.Path);
            }
            catch (Exception exception) when (exception is IOException or InvalidDataException or UnauthorizedAccessException)
            {
                if (file.Problem != exception.Message)
                {
                    file.Problem = exception.Message;
                    Log.Unusable(_log, _setting, exception.Message);
                }
            }
        }

        return changed ? _current = new(_files.SelectMany(file => file.Lists)) : _current;
    }

    /// <summary>When the first list of each file expires; null for never.</summary>
    public IEnumerable<(string File, DateTimeOffset? Expires)> Expiries() =>
        _files.Select(file => (file.Path, new RevocationLists(file.Lists).Expires));

    private static IReadOnlyList<RevocationList> Read(string path)
    {
        try
        {
            return new FileInfo(path).Length <= MaxBytes
                ? RevocationList.Read(SharedFile.ReadAllBytes(path))
                : throw new InvalidDataException($"has more than {MaxBytes >> 20} MiB");
        }
        catch (Exception absent) when (absent is FileNotFoundException or DirectoryNotFoundException)
        {
            throw new IOException($"The file {path} does not exist; it has to hold a revocation list.", absent);
        }
        catch (InvalidDataException unusable)
        {
            throw new InvalidDataException($"{path} {unusable.Message.TrimEnd('.')}.", unusable);
        }
    }

    private sealed class ListFile(string path)
    {
        public string Path => path;

        public FileState Seen { get; set; }

        public string? Problem { get; set; }

        public IReadOnlyList<RevocationList> Lists { get; set; } = [];
    }

    private static partial class Log
    {
        [LoggerMessage(64, LogLevel.Information, "{Setting}: {File} has changed, and its revocation lists are in use.")]
        public static partial void Read(ILogger logger, string setting, string file);

        [LoggerMessage(
            65, LogLevel.Warning, "{Setting}: the revocation lists that were there before count until they expire. {Problem}")]
        public static partial void Unusable(ILogger logger, string setting, string problem);
    }
}
