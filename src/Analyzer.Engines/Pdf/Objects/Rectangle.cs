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

    /// <summary>In square points; 0 for one that is not whole.</summary>
    public readonly double Area => _count == 4 ? Math.Abs(_width * _height) : 0;

    public void Begin() => _count = 0;

    public void Add(double value)
    {
        switch (_count++)
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
