using System.Buffers;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Pdf.Filters;

/// <summary>What /DecodeParms says of a filter.</summary>
/// <param name="Predictor">1 for none, 2 for TIFF's, 10 and above for PNG's.</param>
internal readonly record struct DecodeParameters(int Predictor, int Colors, int BitsPerComponent, int Columns, bool EarlyChange)
{
    public static readonly DecodeParameters Default = new(1, 1, 8, 1, true);

    /// <summary>Not known, because one of them lies in another object.</summary>
    public const int Nowhere = -1;

    /// <summary>The number of the object that holds them, <see cref="Nowhere"/>, or 0 when they are here.</summary>
    public int Object { get; init; }
}

/// <summary>Undoes the differences that FlateDecode and LZWDecode may have been given to compress (ISO 32000-2, 7.4.4.4).</summary>
internal sealed class Predictor : IDecoder
{
    private const int MaxRowLength = 1 << 20;
    private const int Tiff = 2;

    private IByteSink _next = NoSink.Instance;
    private byte[] _row = [];
    private byte[] _previous = [];
    private DecodeParameters _parameters;
    private int _rowLength;
    private int _pixelLength;
    private int _length;
    private bool _hasTag;
    private int _tag;

    public bool IsBroken { get; private set; }

    // Rows have no end mark.
    public bool HasEnded => false;

    /// <param name="parameters">With a predictor above 1.</param>
    /// <returns>False when the parameters make no sense.</returns>
    public bool Begin(IByteSink next, DecodeParameters parameters)
    {
        var rowBits = (long)parameters.Columns * parameters.Colors * parameters.BitsPerComponent;
        if (parameters is not { Columns: > 0, Colors: > 0 and <= 32, BitsPerComponent: 1 or 2 or 4 or 8 or 16, Predictor: 2 or >= 10 } ||
            rowBits > MaxRowLength * 8L)
        {
            return false;
        }

        _next = next;
        _parameters = parameters;
        _rowLength = (int)((rowBits + 7) / 8);
        _pixelLength = ((parameters.Colors * parameters.BitsPerComponent) + 7) / 8;
        _row = ArrayPool<byte>.Shared.Rent(_rowLength);
        _previous = ArrayPool<byte>.Shared.Rent(_rowLength);
        Array.Clear(_previous, 0, _rowLength);
        (_length, _hasTag, IsBroken) = (0, false, false);
        return true;
    }

    public bool Write(ReadOnlySpan<byte> bytes)
    {
        while (!bytes.IsEmpty)
        {
            if (_parameters.Predictor != Tiff && !_hasTag)
            {
                (_tag, _hasTag) = (bytes[0], true);
                bytes = bytes[1..];
                continue;
            }

            var taken = Math.Min(bytes.Length, _rowLength - _length);
            bytes[..taken].CopyTo(_row.AsSpan(_length));
            _length += taken;
            bytes = bytes[taken..];
            if (_length == _rowLength && !WriteRow())
            {
                return false;
            }
        }

        return true;
    }

    public void Complete()
    {
        if (_length > 0)
        {
            WriteRow();
        }

        if (_row.Length > 0)
        {
            ArrayPool<byte>.Shared.Return(_row);
            ArrayPool<byte>.Shared.Return(_previous);
            (_row, _previous) = ([], []);
        }
    }

    private bool WriteRow()
    {
        var row = _row.AsSpan(0, _length);
        if (_parameters.Predictor == Tiff)
        {
            UndoTiff(row);
        }
        else
        {
            UndoPng(row);
        }

        var wanted = _next.Write(row);
        (_row, _previous) = (_previous, _row);
        (_length, _hasTag) = (0, false);
        return wanted;
    }

    // PNG (ISO/IEC 15948, 9.2): left, up, average of both, Paeth; whatever else the tag says, the row is as it is.
    private void UndoPng(Span<byte> row)
    {
        IsBroken |= _tag > 4;
        for (var i = 0; i < row.Length; i++)
        {
            var left = i < _pixelLength ? 0 : row[i - _pixelLength];
            var up = _previous[i];
            var upperLeft = i < _pixelLength ? 0 : _previous[i - _pixelLength];
            row[i] += (byte)(_tag switch
            {
                1 => left,
                2 => up,
                3 => (left + up) / 2,
                4 => Paeth(left, up, upperLeft),
                _ => 0,
            });
        }
    }

    private static int Paeth(int left, int up, int upperLeft)
    {
        var estimate = left + up - upperLeft;
        var (toLeft, toUp, toUpperLeft) = (Math.Abs(estimate - left), Math.Abs(estimate - up), Math.Abs(estimate - upperLeft));
        return toLeft <= toUp && toLeft <= toUpperLeft ? left : toUp <= toUpperLeft ? up : upperLeft;
    }

    // TIFF 6.0, section 14: each component is the difference to that of the pixel on its left.
    private void UndoTiff(Span<byte> row)
    {
        switch (_parameters.BitsPerComponent)
        {
            case 8:
                for (var i = _pixelLength; i < row.Length; i++)
                {
                    row[i] += row[i - _pixelLength];
                }

                break;
            case 16:
                for (var i = _pixelLength; i + 1 < row.Length; i += 2)
                {
                    var sum = ((row[i] << 8) | row[i + 1]) + ((row[i - _pixelLength] << 8) | row[i - _pixelLength + 1]);
                    (row[i], row[i + 1]) = ((byte)(sum >> 8), (byte)sum);
                }

                break;
            default:
                UndoTiffBits(row);
                break;
        }
    }

    private void UndoTiffBits(Span<byte> row)
    {
        Span<int> pixel = stackalloc int[_parameters.Colors];
        pixel.Clear();
        var (bits, mask) = (_parameters.BitsPerComponent, (1 << _parameters.BitsPerComponent) - 1);
        var components = Math.Min((long)row.Length * 8 / bits, (long)_parameters.Columns * _parameters.Colors);
        for (var component = 0; component < components; component++)
        {
            ref var cell = ref row[component * bits / 8];
            var shift = 8 - bits - (component * bits % 8);
            ref var sum = ref pixel[component % _parameters.Colors];
            sum = (sum + (cell >> shift)) & mask;
            cell = (byte)((cell & ~(mask << shift)) | (sum << shift));
        }
    }
}
