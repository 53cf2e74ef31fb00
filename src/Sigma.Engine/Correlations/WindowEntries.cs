namespace Sigma.Engine.Correlations;

/// <summary>
/// Matches by their times; those with the same time in order of arrival. They are in blocks, so that inserting a late one moves only the
/// entries of its block.
/// </summary>
internal sealed class WindowEntries
{
    private const int BlockSize = 256;

    private readonly List<Block> _blocks = [];

    public int Count { get; private set; }

    public ref readonly WindowEntry First => ref _blocks[0].First;

    public ref readonly WindowEntry Last => ref _blocks[^1].Last;

    public void Insert(in WindowEntry entry)
    {
        if (Count++ == 0)
        {
            _blocks.Add(new());
        }

        var at = BlockOf(entry.Ticks);
        var block = _blocks[at];
        if (block.Count == BlockSize)
        {
            // After the last full block comes an empty one, so that entries in order leave full blocks.
            _blocks.Insert(at + 1, at == _blocks.Count - 1 && entry.Ticks >= block.Last.Ticks ? new() : block.SplitOff());
            block = _blocks[entry.Ticks >= block.Last.Ticks ? at + 1 : at];
        }

        block.Insert(entry);
    }

    public WindowEntry RemoveFirst()
    {
        Count--;
        var first = _blocks[0].RemoveFirst();
        if (_blocks[0].Count == 0)
        {
            _blocks.RemoveAt(0);
        }

        return first;
    }

    /// <summary>The entries later than a given time.</summary>
    public IEnumerable<WindowEntry> After(long ticks)
    {
        for (var i = BlockOf(ticks); i < _blocks.Count; i++)
        {
            var block = _blocks[i];
            for (var j = block.UpperBound(ticks); j < block.Count; j++)
            {
                yield return block[j];
            }
        }
    }

    /// <returns>The last block that begins at or before the time, or the first one.</returns>
    private int BlockOf(long ticks)
    {
        var (low, high) = (1, _blocks.Count);
        while (low < high)
        {
            var middle = (low + high) >>> 1;
            (low, high) = _blocks[middle].First.Ticks <= ticks ? (middle + 1, high) : (low, middle);
        }

        return low - 1;
    }

    private sealed class Block
    {
        private WindowEntry[] _entries = new WindowEntry[2];
        private int _start;
        private int _end;

        public int Count => _end - _start;

        public ref readonly WindowEntry First => ref _entries[_start];

        public ref readonly WindowEntry Last => ref _entries[_end - 1];

        public ref readonly WindowEntry this[int index] => ref _entries[_start + index];

        public void Insert(in WindowEntry entry)
        {
            if (_end == _entries.Length)
            {
                MakeRoom();
            }

            var at = Count == 0 || entry.Ticks >= Last.Ticks ? _end : _start + UpperBound(entry.Ticks);
            Array.Copy(_entries, at, _entries, at + 1, _end - at);
            _entries[at] = entry;
            _end++;
        }

        public WindowEntry RemoveFirst()
        {
            var first = _entries[_start];
            _entries[_start++] = default; // releases its texts
            return first;
        }

        /// <summary>The later half leaves.</summary>
        public Block SplitOff()
        {
            var half = Count / 2;
            var later = new Block { _entries = new WindowEntry[BlockSize], _end = half };
            Array.Copy(_entries, _end - half, later._entries, 0, half);
            Array.Clear(_entries, _end - half, half);
            _end -= half;
            return later;
        }

        /// <summary>The place of the first entry that is later.</summary>
        public int UpperBound(long ticks)
        {
            var (low, high) = (_start, _end);
            while (low < high)
            {
                var middle = (low + high) >>> 1;
                (low, high) = _entries[middle].Ticks <= ticks ? (middle + 1, high) : (low, middle);
            }

            return low - _start;
        }

        /// <summary>At the front, if entries have left there, or in a larger array.</summary>
        private void MakeRoom()
        {
            var room = _start > 0 ? _entries : new WindowEntry[Math.Min(2 * _entries.Length, BlockSize)];
            var count = Count;
            Array.Copy(_entries, _start, room, 0, count);
            if (room == _entries)
            {
                Array.Clear(room, count, _start);
            }

            (_entries, _start, _end) = (room, 0, count);
        }
    }
}
