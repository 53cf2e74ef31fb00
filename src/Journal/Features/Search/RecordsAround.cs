using Journal.Log.Folders;
using Journal.Log.Frames;
using Journal.Log.Reading;
using Journal.Log.Recipients;

namespace Journal.Features.Search;

/// <summary>Reads records by their sequences: those before and after a hit. Records that cannot be read are left out.</summary>
/// <remarks>It keeps the last segment open, and the last frame's records.</remarks>
internal sealed class RecordsAround(JournalFolder folder, ReaderKey key) : IDisposable
{
    private readonly IReadOnlyList<SegmentFile> _segments = folder.ListSegments();
    private (SegmentFile File, SegmentFrames Frames, SegmentMap Map)? _open;
    private (long First, List<LogRecord?> Records) _frame = (-1, []);

    /// <param name="first">The first sequence.</param>
    /// <param name="last">The last one, included.</param>
    public IEnumerable<LogRecord> Read(long first, long last)
    {
        for (var sequence = Math.Max(0, first); sequence <= last; sequence++)
        {
            if (RecordOf(sequence) is { } record)
            {
                yield return record;
            }
        }
    }

    public void Dispose() => _open?.Frames.Dispose();

    private LogRecord? RecordOf(long sequence)
    {
        if (_frame.First < 0 || sequence < _frame.First || sequence >= _frame.First + _frame.Records.Count)
        {
            Load(sequence);
        }

        var place = sequence - _frame.First;
        return _frame.First >= 0 && place >= 0 && place < _frame.Records.Count ? _frame.Records[(int)place] : null;
    }

    private void Load(long sequence)
    {
        _frame = (-1, []);
        if (SegmentSearch.LastBefore(_segments, header => header.FirstSequence <= sequence) is not { } file)
        {
            return;
        }

        try
        {
            if (_open?.File != file)
            {
                _open?.Frames.Dispose();
                _open = null;
                var frames = SegmentFrames.Open(file, key, 1);
                var next = _segments.FirstOrDefault(one => one.FirstFrame > file.FirstFrame);
                _open = (file, frames, frames.Map(next?.FirstFrame));
            }

            var (low, high) = (0, _open.Value.Map.Frames.Count);
            while (low < high)
            {
                var middle = (low + high) / 2;
                (low, high) = _open.Value.Map.Frames[middle].FirstSequence <= sequence ? (middle + 1, high) : (low, middle);
            }

            // Frames without records have the sequence of the next one.
            while (low > 0 && _open.Value.Map.Frames[low - 1].Records == 0)
            {
                low--;
            }

            if (low > 0)
            {
                var frame = _open.Value.Map.Frames[low - 1];
                _frame = (frame.FirstSequence, _open.Value.Frames.Open([frame.Place], null, Copy).First());
            }
        }
        catch (Exception exception) when (exception is InvalidDataException or IOException or UnauthorizedAccessException)
        {
            _frame = (-1, []); // the search has told of damage
        }
    }

    /// <returns>Null in the place of a record that was redacted.</returns>
    private static List<LogRecord?> Copy(ReadFrame frame) => [.. frame.Records.Select((record, place) =>
        frame.Records.Redacted.ContainsKey(place) ? default(LogRecord?) : record with { Message = record.Message.ToArray() })];
}
