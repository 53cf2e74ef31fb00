using Analyzer.Engines.Decoding;

namespace Analyzer.Engines.Mail;

/// <summary>Splits a text that arrives in pieces into lines. A very long line comes in several pieces of one length.</summary>
internal sealed class LineReader(ILineSink sink)
{
    /// <summary>A line of a message has at most 998 characters (RFC 5322, 2.1.1); others come in pieces of this.</summary>
    private const int MaxLine = 8192;

    private readonly Gather _line = new();
    private bool _isContinued;
    private long _offset;

    public void Read(ReadOnlySpan<byte> bytes)
    {
        while (!bytes.IsEmpty)
        {
            var end = bytes.IndexOf((byte)'\n');
            var wanted = Math.Min(end < 0 ? bytes.Length : end + 1, MaxLine - _line.Length);
            _line.Add(bytes[..wanted]);
            bytes = bytes[wanted..];
            if (_line.Length == MaxLine || _line.Bytes[^1] == '\n')
            {
                Give();
            }
        }
    }

    /// <summary>Ends where the text ends.</summary>
    public void Complete()
    {
        if (_line.Length > 0)
        {
            Give();
        }
    }

    public void Clear()
    {
        _line.Shrink();
        (_isContinued, _offset) = (false, 0);
    }

    private void Give()
    {
        var isEnd = _line.Bytes[^1] == '\n';
        sink.Line(_line.Bytes, !_isContinued, _offset);
        _isContinued = !isEnd;
        _offset += _line.Length;
        _line.Clear();
    }
}

internal interface ILineSink
{
    /// <param name="line">With its line end, if it has one.</param>
    /// <param name="isStart">False when it goes on with a line that was too long.</param>
    /// <param name="offset">Where it begins.</param>
    void Line(ReadOnlySpan<byte> line, bool isStart, long offset);
}
