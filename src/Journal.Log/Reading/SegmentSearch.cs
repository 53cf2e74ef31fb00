using Journal.Log.Folders;
using Journal.Log.Segments;

namespace Journal.Log.Reading;

/// <summary>Finds where to begin without reading what is before: sequences and times rise from segment to segment.</summary>
public static class SegmentSearch
{
    /// <param name="segments">The segments, in order.</param>
    /// <param name="isBefore">Whether the record that is looked for is after the segment's beginning.</param>
    /// <returns>The last segment that begins before the record; null if none does. An unreadable header counts as later.</returns>
    public static SegmentFile? LastBefore(IReadOnlyList<SegmentFile> segments, Func<SegmentHeader, bool> isBefore)
    {
        var (low, high) = (0, segments.Count);
        while (low < high)
        {
            var middle = (low + high) / 2;
            (low, high) = IsBefore(segments[middle], isBefore) ? (middle + 1, high) : (low, middle);
        }

        return low == 0 ? null : segments[low - 1];
    }

    private static bool IsBefore(SegmentFile segment, Func<SegmentHeader, bool> isBefore)
    {
        try
        {
            using var reader = SegmentReader.Open(segment.Path);
            return isBefore(reader.Header);
        }
        catch (Exception exception) when (exception is InvalidDataException or IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }
}
