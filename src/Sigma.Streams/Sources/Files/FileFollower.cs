using Sigma.Streams.Flow;
using Sigma.Streams.Folders;

namespace Sigma.Streams.Sources.Files;

/// <summary>Finds the files to follow, and recognises those that have another name now.</summary>
internal sealed partial class FileFollower(
    IReadOnlyList<string> paths, IReadOnlyList<StreamPosition> positions, ILogger<FileFollower> logger) : IDisposable
{
    private readonly List<FollowedFile> _files = [];
    private readonly List<StreamPosition> _known = [.. positions];
    private readonly HashSet<string> _passedOver = [];
    private readonly HashSet<FollowedFile> _unreadable = [];
    private readonly byte[] _begin = new byte[FileBeginning.MaxLength];

    public IReadOnlyList<FollowedFile> Files => _files;

    public void Look()
    {
        var found = FoundFiles.Of(paths.Where(path => File.Exists(path) || Directory.Exists(path)), _ => true);
        foreach (var (folder, reason) in found.Unlisted)
        {
            PassOver(folder, reason);
        }

        foreach (var file in _files)
        {
            file.IsLeft = file.IsReplaced || !(found.Files.Contains(file.Path) || found.MayHold(file.Path));
            SayWhetherUnreadable(file);
        }

        foreach (var path in found.Files)
        {
            try
            {
                Look(path);
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
            {
                // It was renamed or removed meanwhile, or may not be read: the next check will show.
                PassOver(path, exception.Message);
            }
        }
    }

    /// <summary>A file was read to its end, and its path now belongs to another file.</summary>
    public void Remove(FollowedFile file)
    {
        _files.Remove(file);
        _unreadable.Remove(file);
        file.Dispose();
    }

    public void Dispose() => _files.ForEach(file => file.Dispose());

    private void Look(string path)
    {
        var info = new FileInfo(path);
        var followed = _files.Find(file => file.Path == path && !file.IsLeft);
        if (followed is { Failure: null } && followed.Seen == (info.Length, info.LastWriteTimeUtc))
        {
            return;
        }

        var stream = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, bufferSize: 0);
        var isKept = false;
        try
        {
            isKept = Follow(path, info, followed, stream);
        }
        finally
        {
            if (!isKept)
            {
                stream.Dispose();
            }
        }
    }

    /// <returns>Whether the stream is used from now on.</returns>
    private bool Follow(string path, FileInfo info, FollowedFile? followed, FileStream stream)
    {
        var begin = _begin.AsSpan(0, RandomAccess.Read(stream.SafeFileHandle, _begin, 0));
        if (followed is not null && followed.Prefix.IsOf(begin) && info.Length >= followed.End)
        {
            followed.Seen = (info.Length, info.LastWriteTimeUtc);
            followed.Prefix = FileBeginning.Of(begin)!;
            return IsOpenedAnew(followed, stream);
        }

        followed?.Replace();
        if (begin is [0x1F, 0x8B, ..])
        {
            PassOver(path, "it is compressed. Decompress it, or evaluate it with sigma eval.");
            return false;
        }

        if (FileBeginning.Of(begin) is not { } prefix)
        {
            return false;
        }

        if (MovedAs(begin, info.Length) is { } moved)
        {
            moved.MoveTo(path, stream);
            moved.Seen = (info.Length, info.LastWriteTimeUtc);
            return true;
        }

        if (OriginalOf(begin, prefix, info.Length) is { } original)
        {
            PassOver(path, $"it begins like {original.Path}, and is taken for a copy of it.");
            return false;
        }

        var known = TakeKnown(begin, info.Length);
        _files.Add(new(path, prefix, known?.Partition ?? FreeNumber(FileBeginning.NumberOf(begin)), known?.Next ?? 0, stream)
        {
            Seen = (info.Length, info.LastWriteTimeUtc),
        });
        return true;
    }

    /// <summary>
    /// A file that could not be read may be readable again under its path: its file system may have been gone, which invalidates all old
    /// handles.
    /// </summary>
    private static bool IsOpenedAnew(FollowedFile followed, FileStream stream)
    {
        if (followed.Failure is null)
        {
            return false;
        }

        followed.MoveTo(followed.Path, stream);
        return true;
    }

    /// <summary>A file that lost its path, has this beginning, and is not longer than the found one.</summary>
    private FollowedFile? MovedAs(ReadOnlySpan<byte> begin, long length)
    {
        foreach (var file in _files)
        {
            if (file.IsLeft && length >= file.End && file.Prefix.IsOf(begin))
            {
                return file;
            }
        }

        return null;
    }

    /// <summary>The file that the found one is a copy of, however far the copy has got.</summary>
    private FollowedFile? OriginalOf(ReadOnlySpan<byte> begin, FileBeginning prefix, long length)
    {
        foreach (var file in _files)
        {
            // The original may already be truncated, and the copy may be shorter than what is known of the original.
            if (!file.IsLeft && length <= file.Seen.Length
                && (prefix.Length < file.Prefix.Length ? file.BeginsAs(prefix) : file.Prefix.IsOf(begin)))
            {
                return file;
            }
        }

        return null;
    }

    /// <summary>The position of an earlier run.</summary>
    private StreamPosition? TakeKnown(ReadOnlySpan<byte> begin, long length)
    {
        foreach (var position in _known)
        {
            if (position.Next <= length && FileBeginning.Parse(position.Key)?.IsOf(begin) == true)
            {
                _known.Remove(position);
                return position;
            }
        }

        return null;
    }

    /// <summary>Another file with the same first line gets another number.</summary>
    private uint FreeNumber(uint number)
    {
        while (_files.Exists(file => file.Partition == number) || _known.Exists(position => position.Partition == number))
        {
            number++;
        }

        return number;
    }

    private void PassOver(string path, string reason)
    {
        if (_passedOver.Add(path))
        {
            Log.PassedOver(logger, path, reason);
        }
    }

    private void SayWhetherUnreadable(FollowedFile file)
    {
        if (file.Failure is null)
        {
            _unreadable.Remove(file);
        }
        else if (_unreadable.Add(file))
        {
            Log.NotRead(logger, file.Path, file.Failure);
        }
    }

    private static partial class Log
    {
        [LoggerMessage(60, LogLevel.Warning, "{Path} is not followed: {Reason}")]
        public static partial void PassedOver(ILogger logger, string path, string reason);

        [LoggerMessage(63, LogLevel.Warning, "{Path} cannot be read, and will be tried again: {Reason}")]
        public static partial void NotRead(ILogger logger, string path, string reason);
    }
}
