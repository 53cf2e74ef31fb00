using Sigma.Streams.Events;
using Sigma.Streams.Flow;

namespace Sigma.Streams.Sources.Files;

/// <summary>Finds out which files there are, and which of them are known under another name.</summary>
internal sealed partial class FileFollower(
    IReadOnlyList<string> paths, IReadOnlyList<StreamPosition> positions, ILogger<FileFollower> logger) : IDisposable
{
    private readonly List<FollowedFile> _files = [];
    private readonly List<StreamPosition> _known = [.. positions];
    private readonly HashSet<string> _passedOver = [];
    private readonly byte[] _begin = new byte[FileBeginning.MaxLength];

    public IReadOnlyList<FollowedFile> Files => _files;

    public void Look()
    {
        List<string> found = [.. EventFiles.Find(paths.Where(path => File.Exists(path) || Directory.Exists(path)))];
        foreach (var file in _files)
        {
            file.IsLeft = file.IsReplaced || !found.Contains(file.Path);
        }

        foreach (var path in found)
        {
            try
            {
                Look(path);
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
            {
                // It was renamed or removed meanwhile, or may not be read: the next look finds out.
                PassOver(path, exception.Message);
            }
        }
    }

    /// <summary>A file was read to its end, and its path is not its own any more.</summary>
    public void Remove(FollowedFile file)
    {
        _files.Remove(file);
        file.Dispose();
    }

    public void Dispose() => _files.ForEach(file => file.Dispose());

    private void Look(string path)
    {
        var info = new FileInfo(path);
        var followed = _files.Find(file => file.Path == path && !file.IsLeft);
        if (followed is not null && followed.Seen == (info.Length, info.LastWriteTimeUtc))
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
            return false;
        }

        followed?.Replace();
        if (begin is [0x1F, 0x8B, ..])
        {
            PassOver(path, "it is compressed. Unpack it, or evaluate it with sigma eval.");
            return false;
        }

        if (FileBeginning.Of(begin) is not { } prefix)
        {
            return false;
        }

        if (Find(begin, info.Length, isLeft: true) is { } moved)
        {
            moved.MoveTo(path, stream);
            moved.Seen = (info.Length, info.LastWriteTimeUtc);
            return true;
        }

        if (Find(begin, info.Length, isLeft: false) is { } original && info.Length <= original.Seen.Length)
        {
            PassOver(path, $"it begins as {original.Path} does, and is taken for a copy of it.");
            return false;
        }

        var known = TakeKnown(begin, info.Length);
        _files.Add(new(path, prefix, known?.Partition ?? FreeNumber(FileBeginning.NumberOf(begin)), known?.Next ?? 0, stream)
        {
            Seen = (info.Length, info.LastWriteTimeUtc),
        });
        return true;
    }

    /// <summary>A file that begins so and is not longer than what was found.</summary>
    private FollowedFile? Find(ReadOnlySpan<byte> begin, long length, bool isLeft)
    {
        foreach (var file in _files)
        {
            if (file.IsLeft == isLeft && length >= file.End && file.Prefix.IsOf(begin))
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

    /// <summary>Another file with the same first line has another number.</summary>
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

    private static partial class Log
    {
        [LoggerMessage(60, LogLevel.Warning, "{Path} is not followed: {Reason}")]
        public static partial void PassedOver(ILogger logger, string path, string reason);
    }
}
