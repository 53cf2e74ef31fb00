using Durable;
using Journal.Log.Folders;
using Journal.Log.Indexing;
using Journal.Log.Segments;

namespace Journal.Log.Writing;

/// <summary>
/// Deletes whole segments. First a signed frame records the deletion, then the segment is deleted. Headers and tiles stay, and with them
/// every proof.
/// </summary>
public sealed class SegmentRetention(JournalFolder folder, JournalWriter writer)
{
    /// <summary>
    /// Whether somebody holds records of a segment, by its header and that of the next: then it stays, and so do all after it.
    /// </summary>
    public Func<SegmentHeader, SegmentHeader, bool> IsHeld { get; init; } = (_, _) => false;

    /// <param name="before">Microseconds since 1970; records received later stay.</param>
    /// <param name="covered">Frames that all anchors cover.</param>
    /// <param name="cancellationToken">Ends it between two segments.</param>
    /// <returns>The number of deleted segments.</returns>
    public async Task<int> DeleteAsync(long before, long covered, CancellationToken cancellationToken)
    {
        var segments = folder.ListSegments();
        var deleted = 0;
        for (var i = 0; i + 1 < segments.Count && segments[i + 1].FirstFrame <= covered; i++)
        {
            cancellationToken.ThrowIfCancellationRequested();
            var next = HeaderOf(segments[i + 1]);
            if (next.CreatedAt > before || IsHeld(HeaderOf(segments[i]), next))
            {
                break; // when a segment began, all records of the previous one had been received
            }

            var notice = await writer.AddRetentionNoticeAsync(segments[i].FirstFrame).WaitAsync(cancellationToken);
            await writer.CoverAsync(notice.Index + 1).WaitAsync(cancellationToken);
            folder.Disk.Remove(segments[i].Path);
            RemoveIndex(segments[i]);
            deleted++;
        }

        return deleted;
    }

    /// <summary>An index tells of words in the segment: it goes with it.</summary>
    private void RemoveIndex(SegmentFile segment)
    {
        var index = IndexFolder.FileOf(folder.Indexes, segment.FirstFrame);
        if (File.Exists(index))
        {
            folder.Disk.Remove(index);
        }
    }

    private static SegmentHeader HeaderOf(SegmentFile segment)
    {
        using var reader = SegmentReader.Open(segment.Path);
        return reader.Header;
    }
}
