using Analyzer.Engines.Pdf.Filters;
using Analyzer.Engines.Pdf.Lexing;
using Analyzer.Engines.Memory;

namespace Analyzer.Engines.Pdf.Streams;

/// <summary>Keeps the last streams that were added, by the numbers of their objects.</summary>
/// <remarks>Two halves take turns: when one is full, the older one is forgotten.</remarks>
/// <param name="maxLength">The bytes of data that a half holds.</param>
/// <param name="maxCount">The streams that a half holds.</param>
/// <param name="forget">Takes each stream and string before it is forgotten.</param>
internal sealed class KeptStreams(int maxLength, int maxCount, TakeKept forget)
{
    private Half _current = new(maxCount);
    private Half _previous = new(maxCount);

    /// <summary>The stream that was begun last.</summary>
    public KeptStream Open => _current.Open;

    /// <summary>The bytes of data that it has so far.</summary>
    public int OpenLength => _current.OpenLength - Open.DictionaryLength;

    public void Begin(in KeptStream stream) => _current.Begin(stream);

    /// <summary>Adds to the stream's dictionary, unless it has been read, and then to its data.</summary>
    public void Write(ReadOnlySpan<byte> bytes) => _current.Write(bytes);

    /// <summary>Keeps the stream.</summary>
    /// <param name="filters">Those of a stream whose dictionary has been read.</param>
    public void End(in StreamFilters filters)
    {
        _current.End(filters);
        MakeRoom();
    }

    /// <summary>Keeps a string.</summary>
    public void AddString(ReadOnlySpan<byte> text, in ObjectPlace place)
    {
        _current.AddString(text, place);
        MakeRoom();
    }

    /// <summary>Does not keep the stream that was begun.</summary>
    public void Drop() => _current.Drop();

    /// <summary>Goes on with a stream that was begun elsewhere.</summary>
    public void TakeOver(KeptStreams other)
    {
        Begin(other.Open);
        Write(other._current.OpenBytes);
        other.Drop();
    }

    /// <summary>Hands every revision of an object that is still kept to the taker.</summary>
    /// <returns>Whether there was one.</returns>
    public bool Find(int number, TakeKept taker)
    {
        var found = _previous.Find(number, taker);
        found |= _current.Find(number, taker);
        return found;
    }

    /// <summary>Makes it ready for another file.</summary>
    public void Clear()
    {
        _current.Clear();
        _previous.Clear();
    }

    private void MakeRoom()
    {
        if (_current.DataLength > maxLength || _current.Count == maxCount)
        {
            _previous.Forget(forget);
            (_current, _previous) = (_previous, _current);
        }
    }

    private sealed class Half(int maxCount)
    {
        private readonly PooledList<byte> _bytes = new();
        private readonly PooledList<KeptStream> _streams = new(capacity: 16);
        private readonly PooledList<StreamFilters> _filters = new(capacity: 16);

        // The place behind each object's first stream, and behind its last one; made when somebody asks, which few documents do.
        private readonly IntTable _first = new(maxCount);
        private readonly IntTable _last = new(maxCount);
        private int _indexed;
        private int _start;

        public int Count => _streams.Count;

        public KeptStream Open { get; private set; }

        public int OpenLength => _bytes.Count - _start;

        public ReadOnlySpan<byte> OpenBytes => _bytes.Span[_start..];

        /// <summary>Without the dictionaries: whether they are kept depends on how the bytes were cut.</summary>
        public int DataLength { get; private set; }

        public void Begin(in KeptStream stream) => (Open, _start) = (stream, _bytes.Count);

        public void Write(ReadOnlySpan<byte> bytes) => _bytes.Append(bytes);

        public void End(in StreamFilters filters)
        {
            _streams.Add(Open with { Start = _start, Length = OpenLength, Filters = _filters.Count });
            DataLength += OpenLength - Open.DictionaryLength;
            if (Open.HasFilters)
            {
                _filters.Add(filters);
            }
        }

        public void AddString(ReadOnlySpan<byte> text, in ObjectPlace place)
        {
            _streams.Add(new(place) { IsString = true, Start = _bytes.Count, Length = text.Length });
            _bytes.Append(text);
            DataLength += text.Length;
        }

        public void Drop() => _bytes.Shorten(_start);

        public bool Find(int number, TakeKept taker)
        {
            Index();
            if (!_first.TryGet(number, out var next))
            {
                return false;
            }

            while (next > 0)
            {
                var stream = _streams.Span[next - 1];
                Hand(stream, taker);
                next = stream.Next;
            }

            return true;
        }

        public void Forget(TakeKept taker)
        {
            foreach (ref var stream in _streams.Span)
            {
                Hand(stream, taker);
            }

            _bytes.Empty();
            _streams.Empty();
            _filters.Empty();
            ForgetIndex();
        }

        public void Clear()
        {
            _bytes.Clear();
            _streams.Clear();
            _filters.Clear();
            ForgetIndex();
        }

        private void Hand(in KeptStream stream, TakeKept taker) =>
            taker(stream, _bytes.Span.Slice(stream.Start, stream.Length), stream.HasFilters ? _filters.Span[stream.Filters] : default);

        private void Index()
        {
            for (; _indexed < Count; _indexed++)
            {
                var number = _streams.Span[_indexed].Place.Object;
                ref var last = ref _last.GetOrAdd(number, out _);
                if (last > 0)
                {
                    _streams.Span[last - 1].Next = _indexed + 1;
                }
                else
                {
                    _first.GetOrAdd(number, out _) = _indexed + 1;
                }

                last = _indexed + 1;
            }
        }

        private void ForgetIndex()
        {
            _first.Clear();
            _last.Clear();
            (_indexed, DataLength) = (0, 0);
        }
    }
}

/// <param name="bytes">The dictionary, unless it has been read, and the data.</param>
/// <param name="filters">Those of a stream whose dictionary has been read.</param>
internal delegate void TakeKept(in KeptStream kept, ReadOnlySpan<byte> bytes, in StreamFilters filters);

/// <summary>A stream or a string that is kept.</summary>
internal record struct KeptStream(ObjectPlace Place)
{
    public bool IsString { get; init; }

    /// <summary>How it was read when it passed.</summary>
    public StreamUse ReadAs { get; init; }

    /// <summary>The bytes that a dictionary which has been read promises; 0 when that is not known.</summary>
    public long DeclaredLength { get; init; }

    /// <summary>The length of the dictionary that stands before the data; 0 when it has been read.</summary>
    public int DictionaryLength { get; init; }

    /// <summary>Where its bytes begin.</summary>
    public int Start { get; init; }

    public int Length { get; init; }

    /// <summary>Where its filters are, when its dictionary has been read.</summary>
    public int Filters { get; init; }

    /// <summary>The place behind the object's next revision; 0 for none.</summary>
    public int Next { get; set; }

    public readonly bool HasFilters => !IsString && DictionaryLength == 0;
}
