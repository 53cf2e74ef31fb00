using Journal.Log.Frames;
using Journal.Log.Reading;

namespace Journal.Log.Indexing;

/// <summary>
/// Makes the index of a segment, frame by frame. It takes at most a tenth of the frames' bytes, and a little more for few frames.
/// </summary>
public sealed class IndexBuilder
{
    /// <summary>Smaller frames share a block.</summary>
    private const int BlockBytes = 32 << 10;

    private const double FilterShare = 0.07;
    private const double NamesShare = 0.01;
    private const int FreeNamesBytes = 4096;
    private const int MaxNames = 4096;

    private readonly List<IndexBlock> _blocks = [];
    private readonly List<FrameLocation> _frames = [];
    private readonly GramSet _grams = new();
    private readonly Names _hosts = new();
    private readonly Names _apps = new();
    private long _blockBytes;
    private long _allBytes;
    private long _first = long.MaxValue;
    private long _last = long.MinValue;
    private int _severities;

    /// <param name="place">The frame, after all that were added before.</param>
    /// <param name="storedBytes">Its stored bytes.</param>
    /// <param name="records">Its records.</param>
    /// <param name="fields">The fields of each record.</param>
    public void Add(FrameLocation place, int storedBytes, FrameRecords records, ReadOnlySpan<IndexFields> fields)
    {
        if (records.Count > 0)
        {
            _frames.Add(place);
        }

        _blockBytes += FrameHeader.Bytes + storedBytes;
        for (var i = 0; i < records.Count; i++)
        {
            _grams.Add(records.MessageOf(i));
            var received = records.ReceivedAtOf(i);
            (_first, _last) = (Math.Min(_first, received), Math.Max(_last, received));
            var (host, app, severity) = fields[i];
            _severities |= 1 << (severity is >= 0 and < IndexBlock.UnknownSeverity ? severity.Value : IndexBlock.UnknownSeverity);
            _hosts.Add(host, _blocks.Count);
            _apps.Add(app, _blocks.Count);
        }

        if (_blockBytes >= BlockBytes)
        {
            EndBlock();
        }
    }

    public SegmentIndex Build()
    {
        EndBlock();
        var room = FreeNamesBytes + (long)(NamesShare * _allBytes);
        return new(_blocks, _hosts.Within(room, MaxNames), _apps.Within(room, MaxNames));
    }

    private void EndBlock()
    {
        _allBytes += _blockBytes;
        if (_frames.Count > 0)
        {
            _blocks.Add(new()
            {
                Frames = [.. _frames],
                FirstReceivedAt = _first,
                LastReceivedAt = _last,
                Severities = _severities,
                Filter = GramFilter.Make(_grams, (int)(FilterShare * _blockBytes)),
            });
            _frames.Clear();
            _grams.Clear();
            (_first, _last, _severities) = (long.MaxValue, long.MinValue, 0);
        }

        _blockBytes = 0;
    }

    /// <summary>Names and the blocks in which they occur.</summary>
    private sealed class Names
    {
        private readonly Dictionary<string, List<int>> _blocks = new(StringComparer.Ordinal);
        private long _bytes;

        public void Add(string? name, int block)
        {
            if (name is null || _blocks.Count > MaxNames)
            {
                return;
            }

            if (!_blocks.TryGetValue(name, out var list))
            {
                _blocks[name] = list = [];
                _bytes += 4 + (3L * name.Length);
            }

            if (list.Count == 0 || list[^1] != block)
            {
                list.Add(block);
                _bytes += 2;
            }
        }

        /// <returns>Null if they take too much room: then the index does not know them.</returns>
        public Dictionary<string, int[]>? Within(long bytes, int count) => _bytes > bytes || _blocks.Count > count ? null
            : _blocks.ToDictionary(name => name.Key, name => name.Value.ToArray(), StringComparer.Ordinal);
    }
}

/// <summary>The fields of a record that an index knows.</summary>
/// <param name="Severity">0 to 7; null if the record has none.</param>
public readonly record struct IndexFields(string? Host, string? App, int? Severity);
