using Durable;
using Hosting.Lifetime;
using Journal.Features.Holds;
using Journal.Features.Storage;
using Journal.Log.Folders;
using Journal.Log.Frames;
using Journal.Log.Indexing;
using Journal.Log.Reading;
using Journal.Log.Recipients;
using Journal.Log.Segments;
using Journal.Log.Signing;
using Journal.Log.Writing;

namespace Journal.Features.Redaction;

/// <summary>
/// Destroys one record: its frame's stored bytes are overwritten, what is left of the frame is encrypted anew beside it, and a signed frame
/// and a record in the log say so. The server has to be stopped.
/// </summary>
internal sealed class RedactCommand(JournalFolder folder, TextWriter messages, TimeProvider time) : IWriterObserver
{
    private static readonly RecordSource Source = new(SourceKind.Http, "journal redact");

    /// <exception cref="JournalRefusedException">The record is held, was destroyed before, or the server is running.</exception>
    /// <exception cref="InvalidDataException">There is no such record that the key opens.</exception>
    public async Task<int> RunAsync(ReaderKey key, long sequence, string reason, CancellationToken cancellationToken)
    {
        var segments = folder.ListSegments();
        var segment = SegmentSearch.LastBefore(segments, header => header.FirstSequence <= sequence)
            ?? throw new InvalidDataException($"There is no record {sequence}.");
        RefuseIfHeld(segment, segments.FirstOrDefault(next => next.FirstFrame > segment.FirstFrame), sequence);

        // First the writer: it recovers from a crash, and begins another segment, so that the frame's own is closed.
        using var writer = JournalWriter.Open(folder, new(), this, time);
        var (place, left) = Prepare(segment, key, sequence);
        await RecordAsync(writer, sequence, place.Index, reason, cancellationToken);
        var notice = await writer.AddRedactionNoticeAsync(place.Index).WaitAsync(cancellationToken);
        await writer.CoverAsync(notice.Index + 1).WaitAsync(cancellationToken);

        var file = JournalFolder.Redaction(segment, place.Index);
        folder.Disk.CreateFolders(Path.GetDirectoryName(file)!);
        folder.Disk.Replace(file, left);
        Destroy(segment, place);
        var index = IndexFolder.FileOf(folder.Indexes, segment.FirstFrame);
        if (File.Exists(index))
        {
            folder.Disk.Remove(index);
        }

        await messages.WriteLineAsync(
            $"Record {sequence} is destroyed here. Its hash stays in frame {place.Index}, and frame {notice.Index} says that it was "
            + "destroyed. "
            + "Destroy it in copies of the folder too, and make indexes in other folders anew.");
        return ExitCode.Done;
    }

    public void Committed(int frames, int records, long bytes, TimeSpan flush)
    {
        // The command says what it did.
    }

    public void Failed(Exception exception) => messages.WriteLine($"The disk does not take the notice; trying again: {exception.Message}");

    public void Published(SignedNote checkpoint, long size)
    {
        // The command waits for it.
    }

    public void PublishFailed(Exception exception) =>
        messages.WriteLine($"The disk does not take the checkpoint; trying again: {exception.Message}");

    private void RefuseIfHeld(SegmentFile segment, SegmentFile? next, long sequence)
    {
        using var reader = SegmentReader.Open(segment.Path);
        using var after = next is null ? null : SegmentReader.Open(next.Path);
        var end = after?.Header ?? reader.Header with { FirstSequence = long.MaxValue, CreatedAt = Clock.Microseconds(time) };
        var holds = new HoldFolder(folder);
        if (holds.Read().FirstOrDefault(hold => hold.Holds(reader.Header, end)
            && !(hold.From?.Sequence > sequence) && !(hold.To?.Sequence <= sequence)) is { } held)
        {
            var way = holds.ReleaseOf(held.Name) is null ? $"It can be after: journal hold release {held.Name} --reason ..."
                : "Its release is not recorded yet: start the journal once, and stop it.";
            throw new JournalRefusedException($"Record {sequence} may be held, and cannot be destroyed: {held}. {way}");
        }
    }

    private (FrameLocation Place, byte[] Left) Prepare(SegmentFile segment, ReaderKey key, long sequence)
    {
        using var frames = SegmentFrames.Open(segment, key, 1);
        var end = folder.ListSegments().First(next => next.FirstFrame > segment.FirstFrame).FirstFrame;
        var frame = frames.Map(end).Frames.FirstOrDefault(one => one.FirstSequence <= sequence && sequence < one.NextSequence);
        if (frame.Records == 0 || frames.Keys is not { } keys)
        {
            throw new InvalidDataException(
                frames.IsForOthers ? $"Record {sequence} is not for this key." : $"There is no readable record {sequence}.");
        }

        return (frame.Place, frames.Open([frame.Place], null, read =>
        {
            var at = (int)(sequence - frame.FirstSequence);
            return read.Found.Problem is { } problem
                    ? throw new InvalidDataException($"Frame {frame.Place.Index} is damaged: {problem}. journal verify says more.")
                : read.Records.Redacted.ContainsKey(at)
                    ? throw new JournalRefusedException($"Record {sequence} was destroyed before.")
                : Redactions.Make(read, [at], keys);
        }).First());
    }

    private Task<FrameHeader> RecordAsync(
        JournalWriter writer, long sequence, long frame, string reason, CancellationToken cancellationToken) =>
        OwnRecords.WriteAsync(
            writer,
            Source,
            new
            {
                app = "journal",
                @event = "record redacted",
                sequence,
                frame,
                reason,
                by = Environment.UserName,
                at = time.GetUtcNow(),
            },
            time,
            cancellationToken);

    /// <summary>Overwrites the stored bytes. Whether the disk keeps a copy of them depends on the file system.</summary>
    private void Destroy(SegmentFile segment, FrameLocation place)
    {
        using var file = folder.Disk.Open(segment.Path, FileMode.Open);
        var raw = new byte[FrameHeader.Bytes];
        if (file.Read(raw, place.Offset) == raw.Length && FrameHeader.TryRead(raw, out _) is { } header && header.Index == place.Index)
        {
            file.Write(new byte[header.StoredBytes], place.Offset + FrameHeader.Bytes);
            file.Flush();
        }
    }
}
