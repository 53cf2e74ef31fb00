using System.Buffers;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Pdf.Filters;

/// <summary>LZWDecode (ISO 32000-2, 7.4.4.2): codes of 9 to 12 bits, highest bit first; 256 clears the table, 257 ends the data.</summary>
internal sealed class LzwDecoder(DecodeBudget budget) : IDecoder
{
    private const int Clear = 256;
    private const int End = 257;
    private const int FirstEntry = 258;
    private const int Capacity = 4096;
    private const int None = -1;

    private readonly OutputBuffer _output = new();

    // An entry is the entry before it and one byte more.
    private short[] _prefixes = [];
    private byte[] _lastBytes = [];
    private byte[] _text = [];
    private int _count;
    private int _width;
    private int _previous;
    private int _early;
    private uint _bits;
    private int _bitCount;
    private bool _ended;

    public bool IsBroken { get; private set; }

    public bool HasEnded => _ended;

    /// <param name="earlyChange">Whether codes become longer one entry early, as they do unless the stream says otherwise.</param>
    public void Begin(IByteSink next, bool earlyChange)
    {
        _output.Begin(next);
        _prefixes = ArrayPool<short>.Shared.Rent(Capacity);
        _lastBytes = ArrayPool<byte>.Shared.Rent(Capacity);
        _text = ArrayPool<byte>.Shared.Rent(Capacity);
        (_early, _bits, _bitCount, _ended, IsBroken) = (earlyChange ? 1 : 0, 0, 0, false, false);
        ClearTable();
    }

    public bool Write(ReadOnlySpan<byte> bytes)
    {
        foreach (var value in bytes)
        {
            if (_ended)
            {
                break;
            }

            _bits = (_bits << 8) | value;
            _bitCount += 8;
            if (_bitCount >= _width)
            {
                _bitCount -= _width;
                Take((int)(_bits >> _bitCount) & ((1 << _width) - 1));
            }
        }

        return _output.IsWanted && !_ended;
    }

    public void Complete()
    {
        _output.Complete();
        if (_prefixes.Length > 0)
        {
            ArrayPool<short>.Shared.Return(_prefixes);
            ArrayPool<byte>.Shared.Return(_lastBytes);
            ArrayPool<byte>.Shared.Return(_text);
            (_prefixes, _lastBytes, _text) = ([], [], []);
        }
    }

    private void ClearTable() => (_count, _width, _previous) = (FirstEntry, 9, None);

    private void Take(int code)
    {
        if (code is Clear)
        {
            ClearTable();
            return;
        }

        if (code is End || code > _count || (code == _count && _previous == None))
        {
            _ended = true;
            IsBroken = code is not End;
            return;
        }

        // The entry that is just being made is the previous text and its own first byte.
        var text = code < _count ? TextOf(code) : TextOf(_previous);
        var isNew = code == _count;
        var length = text.Length + (isNew ? 1 : 0);
        if (!budget.Spend(length))
        {
            _ended = true;
            return;
        }

        _output.Append(text);
        if (isNew)
        {
            _output.Append(text[0]);
        }

        if (_previous != None && _count < Capacity)
        {
            _prefixes[_count] = (short)_previous;
            _lastBytes[_count] = text[0];
            _count++;
        }

        _previous = code;
        _width = (_count + _early) switch
        {
            >= 2048 => 12,
            >= 1024 => 11,
            >= 512 => 10,
            _ => 9,
        };
    }

    private ReadOnlySpan<byte> TextOf(int code)
    {
        var start = Capacity;
        for (; code >= FirstEntry; code = _prefixes[code])
        {
            _text[--start] = _lastBytes[code];
        }

        _text[--start] = (byte)code;
        return _text.AsSpan(start, Capacity - start);
    }
}
