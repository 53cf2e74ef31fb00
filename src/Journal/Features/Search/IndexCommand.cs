using Hosting.Lifetime;
using Journal.Features.Replay;
using Journal.Log.Folders;
using Journal.Log.Indexing;
using Journal.Log.Reading;
using Journal.Log.Recipients;

namespace Journal.Features.Search;

/// <summary>Makes the indexes of closed segments that have none, or a damaged one, and removes those of segments that are gone.</summary>
internal sealed class IndexCommand(JournalFolder folder, string indexes, TextWriter messages)
{
    private readonly IndexFolder _indexes = new(indexes, folder.Disk);

    /// <summary>Makes sound ones again too.</summary>
    public bool All { get; init; }

    public async Task<int> RunAsync(ReaderKey key, CancellationToken cancellationToken)
    {
        folder.ReadVerifier();
        var keys = IndexKeys.Read(indexes, key, out var damagedKeys);
        if (damagedKeys is not null)
        {
            await messages.WriteLineAsync($"{IndexKeys.FileOf(indexes, key)} is made again: {damagedKeys}.");
        }

        var segments = folder.ListSegments();
        var (made, kept, others, damaged, bytes, indexed) = (0, 0, 0, 0, 0L, 0L);
        for (var i = 0; i + 1 < segments.Count; i++)
        {
            cancellationToken.ThrowIfCancellationRequested();
            try
            {
                using var frames = SegmentFrames.Open(segments[i], key, LogReader.DefaultThreads);
                if (frames.Keys is not { } own)
                {
                    others++;
                    continue;
                }

                var indexKey = own.CopyIndexKey();
                keys.Set(frames.Id, indexKey);
                string? problem = null;
                if (!All && _indexes.Read(segments[i], frames.Id, indexKey, out problem) is not null)
                {
                    kept++;
                    continue;
                }

                if (problem is not null)
                {
                    await messages.WriteLineAsync($"{_indexes.FileOf(segments[i])} is made again: {problem}.");
                }

                var (index, bad) = Build(frames, segments[i + 1].FirstFrame, cancellationToken);
                damaged += bad;
                if (bad > 0)
                {
                    await messages.WriteLineAsync(
                        $"{Path.GetFileName(segments[i].Path)} is damaged in {bad} places and gets no index: journal verify says more.");
                    continue;
                }

                bytes += _indexes.Write(segments[i], frames.Id, indexKey, index);
                indexed += frames.Length;
                made++;
            }
            catch (FileNotFoundException)
            {
                // Retention has deleted it meanwhile.
            }
            catch (InvalidDataException exception)
            {
                damaged++;
                await messages.WriteLineAsync($"{Path.GetFileName(segments[i].Path)} gets no index: {exception.Message}.");
            }
        }

        if (made + kept > 0)
        {
            keys.Write(indexes, key, folder.Disk);
        }

        var removed = RemoveOld(segments);
        await messages.WriteLineAsync(
            $"{made} indexes were made{(indexed > 0 ? $" ({100.0 * bytes / indexed:0.0} % of their segments)" : "")}, {kept} were there."
            + (removed > 0 ? $" {removed} of deleted segments were removed." : "")
            + (others > 0 ? $" {others} segments are not for this key." : "")
            + " The open segment has none.");
        return damaged > 0 ? ExitCode.Found : others > 0 && made + kept == 0 ? ExitCode.NotDone : ExitCode.Done;
    }

    private static (SegmentIndex Index, int Damaged) Build(SegmentFrames frames, long end, CancellationToken cancellationToken)
    {
        var builder = new IndexBuilder();
        var map = frames.Map(end);
        var damaged = map.Problems.Count;
        foreach (var (add, isSound) in frames.Open(
            map.Frames.Select(frame => frame.Place), null, frame => (Prepare(frame), frame.Found.Problem is null)))
        {
            cancellationToken.ThrowIfCancellationRequested();
            damaged += isSound ? 0 : 1;
            add(builder);
        }

        return (builder.Build(), damaged);
    }

    /// <summary>Reads the fields on the thread that has opened the frame, whose records stay valid until the next one is taken.</summary>
    private static Action<IndexBuilder> Prepare(ReadFrame frame)
    {
        var place = new FrameLocation(frame.Found.Index, frame.Found.Offset);
        var stored = frame.Found.Header?.StoredBytes ?? 0;
        var fields = new IndexFields[frame.Records.Count];
        for (var i = 0; i < fields.Length; i++)
        {
            var read = SyslogFields.Of(frame.Records[i]);
            fields[i] = new(read.Host, read.App, read.Severity);
        }

        return builder => builder.Add(place, stored, frame.Records, fields);
    }

    private int RemoveOld(IReadOnlyList<SegmentFile> segments)
    {
        if (!Directory.Exists(indexes))
        {
            return 0;
        }

        var known = segments.Select(_indexes.FileOf).ToHashSet(StringComparer.Ordinal);
        var old = Directory.GetFiles(indexes, "*.idx").Where(file => !known.Contains(file)).ToList();
        old.ForEach(File.Delete);
        return old.Count;
    }
}
