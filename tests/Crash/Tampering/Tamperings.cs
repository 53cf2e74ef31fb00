namespace Crash.Tampering;

/// <summary>The changes to a copy of a journal, at a place that depends on the number of the trial.</summary>
internal static class Tamperings
{
    public const string Untouched = "untouched";
    public const string OldCopy = "old-copy";

    /// <summary>An older copy that its own keys went on with, until it was larger than the journal.</summary>
    public const string GrownCopy = "grown-copy";

    /// <summary>Done to the copy; returns the frame whose place has to be named, null where any will do.</summary>
    private static readonly Dictionary<string, Func<TamperedJournal, long, long?>> s_ways = new()
    {
        [Untouched] = (_, _) => null,
        ["flip"] = Flip,
        ["forged-crc"] = ForgeCrc,
        ["forged-tree"] = ForgeTree,
        ["flip-log"] = FlipLog,
        ["drop-frame"] = (journal, trial) => Frames(journal, trial, (frames, at) =>
        {
            frames.RemoveAt(at);
            return at;
        }),
        ["swap-frames"] = (journal, trial) => Frames(journal, trial, (frames, at) =>
        {
            var first = Math.Min(at, frames.Count - 2);
            (frames[first], frames[first + 1]) = (frames[first + 1], frames[first]);
            return first;
        }),
        ["double-frame"] = DoubleFrame,
        ["other-log"] = OtherLog,
        ["cut"] = Cut,
        ["drop-segment"] = (journal, trial) =>
        {
            var segment = Pick(journal, trial);
            File.Delete(segment.Path);
            return segment.Frames[0].Index;
        },
        ["swap-segments"] = (journal, trial) =>
        {
            var (one, other) = (Pick(journal, trial), Pick(journal, trial + 1));
            File.WriteAllBytes(one.Path, other.Bytes);
            return one.Frames[0].Index;
        },
        ["double-segment"] = DoubleSegment,
        [OldCopy] = (journal, _) =>
        {
            journal.PutBackOld();
            return null;
        },
        [GrownCopy] = (journal, _) =>
        {
            journal.PutBackGrown();
            return journal.Segments[^1].Frames[0].Index; // from here on the two differ
        },
    };

    public static IReadOnlyCollection<string> Names => s_ways.Keys;

    /// <returns>The frame that <c>verify</c> has to name; null where any place will do.</returns>
    public static long? Apply(string way, TamperedJournal journal, long trial) => s_ways[way](journal, trial);

    private static SegmentFrames Pick(TamperedJournal journal, long trial) => journal.Segments[(int)(trial % journal.Segments.Count)];

    /// <summary>One bit of one frame; a step that is prime to most sizes reaches all of them in time.</summary>
    private static long? Flip(TamperedJournal journal, long trial)
    {
        var segment = Pick(journal, trial);
        var first = segment.Frames[0].Start;
        var at = first + (int)(trial * 7919 % (segment.Bytes.Length - first));
        segment.Bytes[at] ^= (byte)(1 << (int)(trial % 8));
        File.WriteAllBytes(segment.Path, segment.Bytes);
        return segment.Frames.First(frame => at < frame.End).Index;
    }

    /// <summary>A running total of a header is changed, and its CRC-32C made right.</summary>
    private static long? ForgeCrc(TamperedJournal journal, long trial)
    {
        const int Totals = 56;
        var segment = Pick(journal, trial);
        var frame = segment.Frames[(int)(trial % segment.Frames.Count)];
        segment.Bytes[frame.Start + Totals + 7]++;
        ForgedTree.Check(segment.Bytes.AsSpan(frame.Start..frame.End));
        File.WriteAllBytes(segment.Path, segment.Bytes);
        return frame.Index;
    }

    private static long? ForgeTree(TamperedJournal journal, long trial)
    {
        var frames = journal.Segments.SelectMany(segment => segment.Frames).ToList();
        var changed = frames[(int)(trial % frames.Count)].Index;
        ForgedTree.Forge(journal, changed);
        return changed;
    }

    /// <summary>One bit of what is derived and signed: checkpoint, epochs, tiles, entries. No frame is lost by it.</summary>
    private static long? FlipLog(TamperedJournal journal, long trial)
    {
        var files = Directory.GetFiles(Path.Combine(journal.Folder, "log"), "*", SearchOption.AllDirectories);
        Array.Sort(files, StringComparer.Ordinal);
        var file = files[trial % files.Length];
        var bytes = File.ReadAllBytes(file);
        bytes[trial * 7919 % bytes.Length] ^= (byte)(1 << (int)(trial % 8));
        File.WriteAllBytes(file, bytes);
        return null;
    }

    /// <summary>The second one stands where the next frame belongs.</summary>
    private static long? DoubleFrame(TamperedJournal journal, long trial) => 1 + Frames(journal, trial, (frames, at) =>
    {
        frames.Insert(at, frames[at]);
        return at;
    });

    /// <summary>Once more, as if it began a frame later.</summary>
    private static long? DoubleSegment(TamperedJournal journal, long trial)
    {
        var segment = Pick(journal, trial);
        var first = segment.Frames[0].Index + 1;
        File.Copy(segment.Path, Path.Combine(Path.GetDirectoryName(segment.Path)!, $"{first:D20}.seg"));
        return first;
    }

    /// <param name="journal">The copy.</param>
    /// <param name="trial">Decides which segment, and which frame.</param>
    /// <param name="change">Changes the frames at a place, and returns the one that is missed first.</param>
    private static long? Frames(TamperedJournal journal, long trial, Func<List<byte[]>, int, int> change)
    {
        var segment = Pick(journal, trial);
        var frames = segment.Frames.Select((_, at) => segment.BytesOf(at)).ToList();
        var missed = change(frames, (int)(trial % frames.Count));
        File.WriteAllBytes(segment.Path, segment.With(frames));
        return segment.Frames[missed].Index;
    }

    private static long? OtherLog(TamperedJournal journal, long trial)
    {
        var segment = Pick(journal, trial);
        var other = journal.Other[(int)(trial % journal.Other.Count)];
        var frames = segment.Frames.Select((_, at) => segment.BytesOf(at)).ToList();
        var place = (int)(trial % Math.Min(frames.Count, other.Frames.Count));
        frames[place] = other.BytesOf(place);
        File.WriteAllBytes(segment.Path, segment.With(frames));
        return segment.Frames[place].Index;
    }

    private static long? Cut(TamperedJournal journal, long trial)
    {
        var segment = Pick(journal, trial);
        var length = (int)(trial * 7919 % segment.Bytes.Length);
        File.WriteAllBytes(segment.Path, segment.Bytes[..length]);
        return segment.Frames.First(frame => length < frame.End).Index;
    }
}
