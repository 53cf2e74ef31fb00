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
    private IReadOnlyList<SegmentPlace>? _places;
    private (long Segment, FramePlace Next) _read = (-1, default);

    /// <param name="first">The first frame.</param>
    /// <param name="count">The number of frames.</param>
    /// <returns>As many headers; null for each that no segment holds.</returns>
    public byte[]?[] Read(long first, int count)
    {
        var headers = new byte[]?[count];
        _places ??= folder.ListSegments();
        foreach (var (index, place) in _places.Index())
        {
            long? end = index + 1 < _places.Count ? _places[index + 1].FirstFrame : null;
            if (place.FirstFrame < first + count && !(end <= first))
            {
                try
                {
                    Read(place, end, first, headers);
                }
                catch (Exception exception) when (exception is InvalidDataException or IOException or UnauthorizedAccessException)
                {
                    // Verifying the segments will report it.
                }
            }
        }

        return headers;
    }

    private void Read(SegmentPlace place, long? end, long first, byte[]?[] headers)
    {
        using var reader = SegmentReader.Open(place.Path);

        // A header that declares an index far ahead is ignored: there are no leaves to check it with yet.
        var walk = new SegmentWalk(reader, place.FirstFrame, end, _ => null)
        {
            From = _read.Segment == place.FirstFrame && _read.Next.Index <= first ? _read.Next : null,
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

            _read = (place.FirstFrame, new(found.Index + 1, found.Offset + FrameHeader.Bytes + header.StoredBytes));
            if (found.Index >= first)
            {
                headers[found.Index - first] = found.Raw.ToArray();
            }
        }
    }
}
