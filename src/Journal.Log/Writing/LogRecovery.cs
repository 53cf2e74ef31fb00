using System.Security.Cryptography;
using Durable;
using Journal.Log.Folders;
using Journal.Log.Frames;
using Journal.Log.Segments;
using Journal.Log.Signing;
using Journal.Log.Tiles;

namespace Journal.Log.Writing;

/// <summary>Finds the end of a log that was not closed, and an incomplete write that a crash left. It changes nothing.</summary>
internal sealed class LogRecovery(JournalFolder folder, VerifierKey identity)
{
    private readonly byte[] _raw = new byte[FrameHeader.Bytes];
    private readonly byte[] _stored = new byte[FrameSealer.MaxBytes];
    private LogPosition _position = LogPosition.Beginning;
    private TileTree _tree = new(folder.Tiles, folder.Disk);
    private Checkpoint? _signed;
    private TornEnd? _torn;

    /// <exception cref="JournalRefusedException">More was signed than exists: continuing would create a second history.</exception>
    public RecoveredLog Run()
    {
        _signed = ReadCheckpoint();
        _tree = LoadTree(_signed) ?? new(folder.Tiles, folder.Disk);
        var segments = folder.ListSegments();

        // The header of the previous frame says what has to follow, so its segment is read even if a later one was begun.
        var first = Math.Max(0, segments.Count(segment => segment.FirstFrame < _tree.Size) - 1);
        long begun = 0;
        foreach (var (index, segment) in segments.Index().Skip(first))
        {
            var next = index + 1 < segments.Count ? segments[index + 1] : null;
            begun = ReadSegment(segment, next?.FirstFrame);
        }

        RefuseWhenSignedFramesLack();
        return new(_tree, _position, begun, _torn);
    }

    /// <summary>Signed frames are evidence, damaged or not: the log does not continue without them.</summary>
    private void RefuseWhenSignedFramesLack()
    {
        if (_signed is { } signed && (_tree.Size < signed.Size || _position.Frame < signed.Size))
        {
            throw new JournalRefusedException(
                $"{folder.Path} has signed {signed.Size} frames and holds {Math.Min(_position.Frame, _tree.Size)} of them unharmed. "
                + "Continuing would create a second history. Run: journal verify, and restore what is missing.");
        }
    }

    /// <summary>A rebuilt tree has to be the signed one.</summary>
    private void RefuseWhenSignedOtherwise()
    {
        if (_signed is { } signed && _tree.Size == signed.Size && !_tree.Root().AsSpan().SequenceEqual(signed.Root))
        {
            throw new JournalRefusedException(
                $"{folder.Path} does not hold the {signed.Size} frames that it has signed: one of them was changed. "
                + "Continuing would create a second history. Run: journal verify, and restore what was changed.");
        }
    }

    private Checkpoint? ReadCheckpoint()
    {
        if (!File.Exists(folder.Checkpoint))
        {
            return null;
        }

        try
        {
            var note = SignedNote.Parse(SharedFile.ReadAllBytes(folder.Checkpoint));
            var checkpoint = Checkpoint.Parse(note.Text);
            return note.IsSignedBy(identity) && checkpoint.Origin == identity.Name
                ? checkpoint
                : throw new InvalidDataException("It is not signed by this journal.");
        }
        catch (InvalidDataException exception)
        {
            throw new JournalRefusedException($"{folder.Checkpoint} is damaged: {exception.Message} Run: journal verify", exception);
        }
    }

    private TileTree? LoadTree(Checkpoint? signed) =>
        signed is not null && TileTree.Load(folder.Tiles, signed.Size, folder.Disk) is { } tree
        && tree.Root().AsSpan().SequenceEqual(signed.Root)
            ? tree
            : null;

    /// <returns>The length of a last segment without a whole frame; the next segment will have its name and replace it.</returns>
    private long ReadSegment(SegmentFile segment, long? nextFirst)
    {
        using var reader = TryOpen(segment, nextFirst);
        if (reader is null)
        {
            return new FileInfo(segment.Path).Length;
        }

        if (_position.Frame == 0 && _tree.Size > 0)
        {
            _position = _position with { Frame = segment.FirstFrame, Sequence = reader.Header.FirstSequence };
        }

        if (segment.FirstFrame != _position.Frame)
        {
            throw new JournalRefusedException(
                $"{segment.Path} does not follow: frame {_position.Frame} is missing. Run: journal verify, and restore what is missing.");
        }

        var offset = reader.Start;
        while (nextFirst != _position.Frame && ReadFrame(reader, offset) is { } header)
        {
            offset += FrameHeader.Bytes + header.StoredBytes;
            _position = LogPosition.After(header, _raw);
            if (header.Index == _tree.Size)
            {
                _tree.Add(_raw);
                RefuseWhenSignedOtherwise();
            }
        }

        if (nextFirst is { } expected && expected != _position.Frame)
        {
            throw new JournalRefusedException(
                $"{segment.Path} is damaged at byte {offset}: frame {_position.Frame} does not follow, and the next segment begins with "
                + $"frame {expected}. Run: journal verify");
        }

        if (nextFirst is null && _position.Frame == segment.FirstFrame)
        {
            return reader.Length;
        }

        // In a segment that is followed by another one with frames, these bytes never counted: a failed flush left them.
        _torn = reader.Length > offset ? new(segment.Path, offset, reader.Length - offset) : null;
        return 0;
    }

    private SegmentReader? TryOpen(SegmentFile segment, long? nextFirst)
    {
        try
        {
            return SegmentReader.Open(segment.Path);
        }
        catch (InvalidDataException exception)
        {
            // The last segment may be incomplete because its creation was interrupted before it held a frame.
            return nextFirst is null && segment.FirstFrame == _position.Frame
                ? null
                : throw new JournalRefusedException($"{segment.Path} is damaged: {exception.Message}. Run: journal verify", exception);
        }
    }

    private FrameHeader? ReadFrame(SegmentReader reader, long offset)
    {
        if (reader.ReadHeader(offset, _raw, out _) is not { } header || header.Index != _position.Frame
            || header.FirstSequence != _position.Sequence || !header.SegmentId.AsSpan().SequenceEqual(reader.Id)
            || !(IsFirstRead(header) || header.Previous.AsSpan().SequenceEqual(_position.Previous)))
        {
            return null;
        }

        // Frames that a checkpoint covers were durable, and verify checks them; after them, only a whole frame counts.
        var stored = _stored.AsSpan(0, header.StoredBytes);
        return header.Index < _tree.Size
            || (reader.ReadStored(offset, stored) && SHA256.HashData(stored).AsSpan().SequenceEqual(header.StoredHash))
            ? header
            : null;
    }

    /// <summary>Whether the previous header was not read, because the checkpoint covers its segment.</summary>
    private bool IsFirstRead(FrameHeader header) => header.Index > 0 && !_position.Previous.AsSpan().ContainsAnyExcept((byte)0);

}

/// <summary>The end of a log that can be continued.</summary>
/// <param name="Tree">The tree with all frames.</param>
/// <param name="Begun">Bytes of a last segment that was begun but has no frame.</param>
/// <param name="Torn">The bytes after the last frame; null when there are none.</param>
internal sealed record RecoveredLog(TileTree Tree, LogPosition Position, long Begun, TornEnd? Torn)
{
    /// <summary>Bytes that the first new frame will replace.</summary>
    public long Cut => Begun + (Torn?.Bytes ?? 0);
}

/// <summary>Bytes after the last whole frame of a segment.</summary>
internal sealed record TornEnd(string Path, long Start, long Bytes)
{
    /// <summary>Only after a durable frame says how many they were.</summary>
    public void Cut(IDisk disk)
    {
        try
        {
            using var file = disk.Open(Path, FileMode.Open);
            file.SetLength(Start);
            file.Flush();
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // Then they stay, and the first frame of the next segment tells readers that they do not count.
        }
    }
}
