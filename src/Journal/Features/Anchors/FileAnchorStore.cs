using System.Text;
using Durable;
using Journal.Log.Folders;
using Journal.Log.Signing;
using Journal.Log.Tiles;
using Journal.Log.Trees;
using Journal.Log.Verifying;

namespace Journal.Features.Anchors;

/// <summary>
/// A file, preferably on another machine's mount, to which each checkpoint is appended, if it continues what the file has of this log.
/// </summary>
internal sealed class FileAnchorStore(string file, JournalFolder folder, TimeProvider time) : IAnchorStore
{
    /// <summary>Longer than any line: a note has at most 64 KiB.</summary>
    private const int MaxLineBytes = 128 << 10;

    private readonly LineFile _file = new(file) { MaxLineBytes = MaxLineBytes };
    private bool _isCompared;

    public string Name => file;

    /// <exception cref="IOException">The line cannot be written, or it is not a file of anchors, and was not changed.</exception>
    public Task KeepAsync(SignedNote note, CancellationToken cancellationToken)
    {
        try
        {
            if (!_isCompared)
            {
                Compare(Checkpoint.Parse(note.Text));
                _isCompared = true; // nobody but this journal appends to it
            }

            _file.Append(Encoding.UTF8.GetBytes(Anchor.ToLine(note, time.GetUtcNow())));
            return Task.CompletedTask;
        }
        catch (InvalidDataException exception)
        {
            throw new IOException("The file is not a file of anchors. Name another one in Journal:Anchors.", exception);
        }
    }

    public void Dispose()
    {
        // Open only while a line is written.
    }

    /// <exception cref="DeniedHistoryException">The file has more of this log, or something else.</exception>
    private void Compare(Checkpoint checkpoint)
    {
        if (Newest(checkpoint.Origin) is not { } kept)
        {
            return;
        }

        if (kept.Size > checkpoint.Size)
        {
            throw new DeniedHistoryException(
                $"It has a checkpoint of {kept.Size} frames of this log, which has only {checkpoint.Size}: the folder is an older copy of "
                + "itself, or its end was cut. If that is known, name another file.");
        }

        if (!MerkleTree.Root(new TileReader(folder.Tiles, checkpoint.Size).Hash, kept.Size).AsSpan().SequenceEqual(kept.Root))
        {
            throw new DeniedHistoryException(
                $"It has another root for the first {kept.Size} frames of this log: an older copy of the folder, or a clone of this "
                + "machine, has gone on. If that is known, name another file.");
        }
    }

    /// <summary>The largest checkpoint of this log at the end of the file. A file of something else is told when it is written.</summary>
    private Checkpoint? Newest(string origin)
    {
        if (!File.Exists(file))
        {
            return null;
        }

        using var content = new FileStream(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        if (!content.CanSeek)
        {
            return null; // a pipe, which keeps nothing
        }

        content.Position = Math.Max(0, content.Length - MaxLineBytes);
        var end = new byte[MaxLineBytes];
        end = end[..content.ReadAtLeast(end, end.Length, throwOnEndOfStream: false)];
        var key = folder.ReadVerifier();
        return Encoding.UTF8.GetString(end).Split('\n').Select(line => Read(line)).OfType<Anchor>()
            .Where(anchor => anchor.Checkpoint.Origin == origin && anchor.Note.IsSignedBy(key))
            .MaxBy(anchor => anchor.Checkpoint.Size)?.Checkpoint;
    }

    /// <returns>Null for the end of a line, or a line that is no anchor.</returns>
    private Anchor? Read(string line)
    {
        try
        {
            return line.Length > 0 && Anchor.Read(file, Encoding.UTF8.GetBytes($"{line}\n")) is [var anchor, ..] ? anchor : null;
        }
        catch (InvalidDataException)
        {
            return null;
        }
    }
}
