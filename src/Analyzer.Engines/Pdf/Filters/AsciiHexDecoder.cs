using Analyzer.Engines.Contract;
using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Filters;

/// <summary>ASCIIHexDecode (ISO 32000-2, 7.4.2): two hex digits are a byte, &gt; ends the data.</summary>
internal sealed class AsciiHexDecoder(DecodeBudget budget) : IDecoder
{
    private const int None = -1;

    private readonly OutputBuffer _output = new(budget);
    private int _high;
    private bool _ended;

    public bool IsBroken { get; private set; }

    public bool HasEnded => _ended;

    public void Begin(IByteSink next)
    {
        _output.Begin(next);
        (_high, _ended, IsBroken) = (None, false, false);
    }

    public bool Write(ReadOnlySpan<byte> bytes)
    {
        foreach (var value in bytes)
        {
            if (_ended)
            {
                break;
            }

            if (char.IsAsciiHexDigit((char)value))
            {
                Add(PdfCharacters.HexValue(value));
            }
            else
            {
                _ended = value == '>';
                IsBroken |= !_ended && value > ' ';
            }
        }

        return _output.IsWanted && !_ended;
    }

    public void Complete()
    {
        if (_high != None)
        {
            _output.Append((byte)(_high << 4));
        }

        _output.Complete();
    }

    private void Add(int digit)
    {
        if (_high == None)
        {
            _high = digit;
            return;
        }

        _output.Append((byte)((_high << 4) | digit));
        _high = None;
    }
}
