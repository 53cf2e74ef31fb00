using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Pdf.Filters;

/// <summary>ASCII85Decode (ISO 32000-2, 7.4.3): five characters from ! to u are four bytes, z is four zeros, ~ ends the data.</summary>
internal sealed class Ascii85Decoder(DecodeBudget budget) : IDecoder
{
    private const int GroupLength = 5;

    private readonly OutputBuffer _output = new(budget);
    private uint _group;
    private int _length;
    private bool _ended;

    public bool IsBroken { get; private set; }

    public bool HasEnded => _ended;

    public void Begin(IByteSink next)
    {
        _output.Begin(next);
        (_group, _length, _ended, IsBroken) = (0, 0, false, false);
    }

    public bool Write(ReadOnlySpan<byte> bytes)
    {
        foreach (var value in bytes)
        {
            if (_ended)
            {
                break;
            }

            switch (value)
            {
                case >= (byte)'!' and <= (byte)'u':
                    Add(value - (uint)'!');
                    break;
                case (byte)'z' when _length == 0:
                    _output.Append(0);
                    _output.Append(0);
                    _output.Append(0);
                    _output.Append(0);
                    break;
                case (byte)'~':
                    _ended = true;
                    break;
                case > (byte)' ':
                    IsBroken = true;
                    break;
            }
        }

        return _output.IsWanted && !_ended;
    }

    public void Complete()
    {
        // A last group of n characters is n - 1 bytes, as if it were filled up with u.
        if (_length > 1)
        {
            var bytes = _length - 1;
            while (_length < GroupLength)
            {
                _group = (_group * 85) + 84;
                _length++;
            }

            WriteGroup(bytes);
        }

        _output.Complete();
    }

    private void Add(uint digit)
    {
        _group = (_group * 85) + digit;
        if (++_length == GroupLength)
        {
            WriteGroup(4);
        }
    }

    private void WriteGroup(int bytes)
    {
        for (var i = 0; i < bytes; i++)
        {
            _output.Append((byte)(_group >> (24 - (8 * i))));
        }

        (_group, _length) = (0, 0);
    }
}
