using Journal.Log.Folders;
using Journal.Log.Frames;
using Journal.Log.Reading;
using Journal.Log.Segments;

namespace Journal.Log.Verifying;

/// <summary>
/// The frame headers in the segments. It reads forward: each call continues where the last one ended, and begins the segment again for an
/// earlier frame.
/// </summary>
internal sealed class SegmentHeaders(JournalFolder folder)
{
    private IReadOnlyList<SegmentFile>? _segments;
    private (long Segment, FrameLocation Next) _read = (-1, default);

    /// <param name="first">The first frame.</param>
    /// <param name="count">The number of frames.</param>
    /// <returns>One header for each frame; null where no segment holds it.</returns>
    public byte[]?[] Read(long first, int count)
    {
        var headers = new byte[]?[count];
        _segments ??= folder.ListSegments();
        foreach (var (index, segment) in _segments.Index())
        {
            long? end = index + 1 < _segments.Count ? _segments[index + 1].FirstFrame : null;
            if (segment.FirstFrame < first + count && !(end <= first))
            {
                try
                {
                    Read(segment, end, first, headers);
                }
                catch (Exception exception) when (exception is InvalidDataException or IOException or UnauthorizedAccessException)
                {
                    // Verifying the segments will report it.
                }
            }
        }

        return headers;
    }

    private void Read(SegmentFile segment, long? end, long first, byte[]?[] headers)
    {
        using var reader = SegmentReader.Open(segment.Path);

        // A header that declares an index far ahead is ignored: there are no leaves to check it with yet.
        var walk = new SegmentWalk(reader, segment.FirstFrame, end, _ => null)
        {
            From = _read.Segment == segment.FirstFrame && _read.Next.Index <= first ? _read.Next : null,
            Limit = first + headers.Length,
            Rehashes = false,
            ReadsStored = _ => false,
        };
        foreach (var found in walk.Frames())
        {
            if (found.Header is not { } header)
            {
                continue;
            }

            _read = (segment.FirstFrame, new(found.Index + 1, found.Offset + FrameHeader.Bytes + header.StoredBytes));
            if (found.Index >= first)
            {
                headers[found.Index - first] = found.Raw.ToArray();
            }
        }
    }
}
