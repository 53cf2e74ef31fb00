using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Mail;

/// <summary>Opens the files that a text without headers holds between <c>begin</c> and <c>end</c>, as archive programs do.</summary>
internal sealed class UuencodedText : ILineSink
{
    private readonly UuBody _body = new();
    private readonly MailLines _lines;
    private IParts _parts = null!;
    private IPart? _part;
    private bool _isFirst;

    public UuencodedText() => _lines = new(this);

    public void Begin(IParts parts) => _parts = parts;

    /// <param name="text">The next bytes.</param>
    public void Read(ReadOnlySpan<byte> text) => _lines.Read(text);

    /// <summary>Ends where the text ends.</summary>
    public void Complete()
    {
        _lines.Complete();
        _part?.Complete(Gap.Broken);
        _part = null;
    }

    public void Reset()
    {
        _lines.Clear();
        (_parts, _part) = (null!, null);
    }

    public void Line(ReadOnlySpan<byte> line, bool isStart, long offset)
    {
        if (_part is null)
        {
            if (isStart && UuBody.NameIn(line) is { } name)
            {
                _part = _parts.Open(name, offset);
                _isFirst = true;
            }

            return;
        }

        if (_isFirst && !UuBody.IsLine(line))
        {
            _part.Withdraw(); // words: "begin 100 years ago"
            _part = null;
            return;
        }

        _isFirst = false;
        if (line.TrimEnd("\r\n "u8).SequenceEqual("end"u8))
        {
            _part.Complete();
            _part = null;
        }
        else
        {
            _body.Decode(line, _part);
        }
    }
}
