using System.Globalization;
using Durable;
using Hosting.Web.Notices;

namespace Journal.Features.State;

/// <summary>A journal at one moment.</summary>
/// <param name="Writes">Whether records reach the disk now.</param>
/// <param name="Records">How many there are, since the log began.</param>
/// <param name="Segments">How many files hold them.</param>
/// <param name="Bytes">Of all segments.</param>
/// <param name="Checkpoint">The last one; null before the first.</param>
/// <param name="Lost">What was not stored, since the log began.</param>
/// <param name="Newest">At most 20 segments, the newest first.</param>
/// <param name="Notices">The last warnings and errors of this process, the newest first.</param>
internal sealed record StateView(
    bool Writes,
    long Records,
    int Segments,
    long Bytes,
    CheckpointView? Checkpoint,
    LostView Lost,
    IReadOnlyList<SegmentView> Newest,
    IReadOnlyList<LoggedNotice> Notices);

/// <param name="Frames">How many frames it covers.</param>
/// <param name="At">When it was written.</param>
internal sealed record CheckpointView(long Frames, DateTimeOffset At)
{
    /// <param name="path">Its second line is the size (C2SP tlog-checkpoint).</param>
    /// <returns>Null when there is none yet.</returns>
    public static CheckpointView? Read(string path)
    {
        try
        {
            // Replaced every second: on Windows only if each reader allows it.
            return SharedFile.ReadAllText(path).Split('\n').ElementAtOrDefault(1) is { } size
                && long.TryParse(size, NumberStyles.None, CultureInfo.InvariantCulture, out var frames)
                ? new(frames, new DateTimeOffset(File.GetLastWriteTimeUtc(path), TimeSpan.Zero))
                : null;
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}

/// <param name="Kernel">Lost in the kernel's buffers; null when the kernel does not tell.</param>
/// <param name="Here">Lost in this process, for want of room.</param>
/// <param name="Refused">Refused, because they could not be read.</param>
/// <param name="Missing">Announced by numbers of their senders, and never come.</param>
internal sealed record LostView(long? Kernel, long Here, long Refused, long Missing);

/// <param name="FirstFrame">The index of its first frame, after which the file is named.</param>
/// <param name="Bytes">Its length.</param>
/// <param name="ChangedAt">When it was last written to.</param>
internal sealed record SegmentView(long FirstFrame, long Bytes, DateTimeOffset ChangedAt);
