using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Pdf.Filters;

/// <summary>RunLengthDecode (ISO 32000-2, 7.4.5): n below 128 copies n + 1 bytes, n above it repeats a byte 257 - n times.</summary>
internal sealed class RunLengthDecoder(DecodeBudget budget) : IDecoder
{
    private const int End = 128;

    private readonly OutputBuffer _output = new();
    private int _copies;
    private int _repeats;
    private bool _ended;

    public bool IsBroken => false;

    public bool HasEnded => _ended;

    public void Begin(IByteSink next)
    {
        _output.Begin(next);
        (_copies, _repeats, _ended) = (0, 0, false);
    }

    public bool Write(ReadOnlySpan<byte> bytes)
    {
        foreach (var value in bytes)
        {
            if (_ended)
            {
                break;
            }

            if (_copies > 0)
            {
                _copies--;
                _output.Append(value);
            }
            else if (_repeats > 0)
            {
                for (; _repeats > 0; _repeats--)
                {
                    _output.Append(value);
                }
            }
            else
            {
                BeginRun(value);
            }
        }

        return _output.IsWanted && !_ended;
    }

    public void Complete() => _output.Complete();

    private void BeginRun(byte length)
    {
        _copies = length < End ? length + 1 : 0;
        _repeats = length > End ? 257 - length : 0;
        _ended = length == End || !budget.Spend(_copies + _repeats);
    }
}
