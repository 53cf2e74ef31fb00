using Analyzer.Engines.Decoding;

namespace Analyzer.Engines.Mail;

/// <summary>Splits a text that arrives in pieces into lines. A very long line comes in several pieces of one length.</summary>
internal sealed class MailLines(ILineSink sink)
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
            if (_line.Length == 0 && end is >= 0 and < MaxLine)
            {
                Give(bytes[..(end + 1)]);
                bytes = bytes[(end + 1)..];
                continue;
            }

            var wanted = Math.Min(end < 0 ? bytes.Length : end + 1, MaxLine - _line.Length);
            _line.Add(bytes[..wanted]);
            bytes = bytes[wanted..];
            if (_line.Length == MaxLine || _line.Bytes[^1] == '\n')
            {
                GiveGathered();
            }
        }
    }

    /// <summary>Ends where the text ends.</summary>
    public void Complete()
    {
        if (_line.Length > 0)
        {
            GiveGathered();
        }
    }

    public void Clear()
    {
        _line.Shrink();
        (_isContinued, _offset) = (false, 0);
    }

    private void GiveGathered()
    {
        Give(_line.Bytes);
        _line.Clear();
    }

    private void Give(ReadOnlySpan<byte> line)
    {
        sink.Line(line, !_isContinued, _offset);
        _isContinued = line[^1] != '\n';
        _offset += line.Length;
    }
}

internal interface ILineSink
{
    /// <param name="line">With its line end, if it has one.</param>
    /// <param name="isStart">False when it goes on with a line that was too long.</param>
    /// <param name="offset">Where it begins.</param>
    void Line(ReadOnlySpan<byte> line, bool isStart, long offset);
}
