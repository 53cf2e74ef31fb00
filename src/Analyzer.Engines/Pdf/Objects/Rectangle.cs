using System.Buffers.Text;

namespace Analyzer.Engines.Pdf.Objects;

/// <summary>The corners of a rectangle as they come (ISO 32000-2, 7.9.5).</summary>
internal struct Rectangle
{
    private double _left;
    private double _bottom;
    private double _width;
    private double _height;
    private int _count;

    /// <summary>Whether it has begun and not ended: numbers outside of one are none of its corners.</summary>
    public bool IsOpen { get; private set; }

    /// <summary>In square points; 0 for one that is not whole.</summary>
    public readonly double Area => _count == 4 ? Math.Abs(_width * _height) : 0;

    public void Begin(bool isOne) => (IsOpen, _count) = (isOne, 0);

    public void End() => IsOpen = false;

    public void Add(double value)
    {
        switch (IsOpen ? _count++ : -1)
        {
            case 0:
                _left = value;
                break;
            case 1:
                _bottom = value;
                break;
            case 2:
                _width = value - _left;
                break;
            case 3:
                _height = value - _bottom;
                break;
        }
    }

    /// <summary>Takes a number that is no integer.</summary>
    public void Add(ReadOnlySpan<byte> word) => Add(Utf8Parser.TryParse(word, out double value, out _) ? value : 0);
}
