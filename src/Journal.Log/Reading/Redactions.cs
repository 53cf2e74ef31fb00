using Durable;
using Journal.Log.Folders;
using Journal.Log.Frames;
using Journal.Log.Recipients;

namespace Journal.Log.Reading;

/// <summary>Reads frames of which records were destroyed: their stored bytes are gone, and what is left is in a file of its own.</summary>
public static class Redactions
{
    private const int MaxBytes = 1 << 20;

    /// <summary>Makes the file of what is left of a frame without some records.</summary>
    /// <param name="frame">An opened frame.</param>
    /// <param name="places">The records to destroy.</param>
    /// <param name="keys">The segment's.</param>
    public static byte[] Make(ReadFrame frame, IEnumerable<int> places, SegmentKeys keys) => RedactedFrame.Write(
        frame.Found.Raw.Span, frame.Records, places.Concat(frame.Records.Redacted.Keys).ToHashSet(), keys);

    /// <returns>Null if there is no such file, or it does not belong to the frame.</returns>
    internal static ReadFrame? TryOpen(SegmentFile segment, FoundFrame read, SegmentKeys keys)
    {
        if (read is not { Header: { Records: > 0 } header, Slot: { } slot, Problem: null } || !File.Exists(
            JournalFolder.Redaction(segment, read.Index)))
        {
            return null;
        }

        try
        {
            var file = Load(segment, read.Index);
            return new(segment, read with { IsRedacted = true }, slot.Opener.OpenRedacted(header, read.Raw.Span, file, keys))
            {
                Slot = slot.Number,
            };
        }
        catch (Exception exception) when (exception is InvalidDataException or IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>Checks a frame that is redacted, as a signed frame says; without keys, that something is left of it.</summary>
    internal static FoundFrame Check(SegmentFile segment, FoundFrame read, SegmentKeys? keys)
    {
        try
        {
            var file = Load(segment, read.Index);
            if (keys is null || read.Header is not { } header || read.Slot is not { } slot)
            {
                RedactedFrame.ReadHashes(file);
            }
            else
            {
                slot.Opener.OpenRedacted(header, read.Raw.Span, file, keys);
            }

            return read with { IsRedacted = true };
        }
        catch (Exception exception) when (exception is InvalidDataException or IOException or UnauthorizedAccessException)
        {
            return read with
            {
                Problem = exception is InvalidDataException ? exception.Message
                : "what is left of the redacted frame is missing"
            };
        }
    }

    private static byte[] Load(SegmentFile segment, long frame)
    {
        var path = JournalFolder.Redaction(segment, frame);
        return new FileInfo(path).Length <= MaxBytes
            ? SharedFile.ReadAllBytes(path)
            : throw new InvalidDataException("what is left of the redacted frame is damaged");
    }
}
