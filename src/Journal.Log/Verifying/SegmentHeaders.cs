using Journal.Log.Folders;
using Journal.Log.Frames;
using Journal.Log.Reading;
using Journal.Log.Segments;

namespace Journal.Log.Verifying;

/// <summary>
/// The headers of frames as segments hold them. Whoever asks goes forward: it reads on where it was, and begins the segment again for
/// what lies behind.
/// </summary>
internal sealed class SegmentHeaders(JournalFolder folder)
{
    private IReadOnlyList<SegmentPlace>? _places;
    private (long Segment, FramePlace Next) _read = (-1, default);

    /// <param name="first">The first frame that is wanted.</param>
    /// <param name="count">How many are.</param>
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
                    // Verifying the segments names it.
                }
            }
        }

        return headers;
    }

    private void Read(SegmentPlace place, long? end, long first, byte[]?[] headers)
    {
        using var reader = SegmentReader.Open(place.Path);

        // A header that declares an index far ahead leads nowhere: leaves are not known yet.
        var walk = new SegmentWalk(reader, place.FirstFrame, end, _ => null)
        {
            From = _read.Segment == place.FirstFrame && _read.Next.Index <= first ? _read.Next : null,
            Limit = first + headers.Length,
            Rehashes = false,
            ReadsStored = false,
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
