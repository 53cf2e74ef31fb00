using Hosting.Lifetime;
using Journal.Log.Folders;
using Journal.Log.Frames;
using Journal.Log.Reading;
using Journal.Log.Segments;
using Journal.Log.Senders;
using Journal.Log.Writing;

namespace Journal.Features.Accounts;

/// <summary>Prints what became of every message, from the last frame; <c>verify</c> says whether that is proven.</summary>
internal static class AccountCommand
{
    public static async Task<int> RunAsync(JournalFolder folder, TextWriter output)
    {
        if (LastFrame(folder) is not { } frame)
        {
            folder.ReadVerifier(); // says if it is no journal
            throw new InvalidDataException($"{folder.Path} holds no frame yet: the journal has not run.");
        }

        var totals = frame.Totals;
        await output.WriteLineAsync(
            $"Until frame {frame.Index}, {Clock.Instant(frame.ClosedAt):yyyy-MM-dd HH:mm:ss}Z; what was dropped or refused since "
            + "arrives with the next frame, within 10 s if the journal runs:");
        await output.WriteLineAsync($"{totals.Received + totals.LostInKernel,16}  reached this machine");
        await output.WriteLineAsync(
            $"{-totals.LostInKernel,16}  dropped by the kernel at the UDP socket, as far as it says so: Linux does");
        await output.WriteLineAsync($"{-totals.LostHere,16}  dropped here: no room, or the disk took nothing");
        await output.WriteLineAsync($"{-totals.Refused,16}  refused: empty, malformed, or too many connections");
        await output.WriteLineAsync($"{frame.NextSequence,16}  stored, {totals.Suspicious} of them suspicious at arrival");
        await output.WriteLineAsync($"{totals.Missing,16}  never came, by the senders' own numbers");
        foreach (var (key, mark) in new SenderFolder(folder).Read().Where(sender => sender.Mark.Missing > 0))
        {
            await output.WriteLineAsync($"{mark.Missing,16}  datagrams of them were sealed by {key.Name}");
        }

        return totals.Received == frame.NextSequence + totals.LostHere + totals.Refused ? ExitCode.Done : ExitCode.Found;
    }

    private static FrameHeader? LastFrame(JournalFolder folder)
    {
        foreach (var segment in folder.ListSegments().Reverse())
        {
            if (LastFrame(segment) is { } header)
            {
                return header;
            }
        }

        return null;
    }

    private static FrameHeader? LastFrame(SegmentFile segment)
    {
        try
        {
            using var reader = SegmentReader.Open(segment.Path);
            var frames = new SegmentWalk(reader, segment.FirstFrame, null, _ => null).Frames();
            return frames.LastOrDefault(found => found.Problem is null)?.Header;
        }
        catch (InvalidDataException)
        {
            return null; // killed, or a full disk, while the segment was made: the previous one has the last frame
        }
    }
}
