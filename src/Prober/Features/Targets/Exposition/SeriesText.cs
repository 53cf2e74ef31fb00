using System.Buffers;
using System.Buffers.Text;
using System.Text;

namespace Prober.Features.Targets.Exposition;

/// <summary>Rows of the exposition format, as bytes in one rented buffer: thousands of them allocate nothing.</summary>
internal sealed class SeriesText : IDisposable
{
    private const int MaxNumber = 32;

    /// <summary>A double tells whole numbers apart up to this one.</summary>
    private const double MaxWhole = 1L << 53;

    /// <summary>The digits of a tick.</summary>
    private static readonly StandardFormat Fraction = new('D', 7);

    private byte[] _bytes = ArrayPool<byte>.Shared.Rent(128 * 1024);

    public int Length { get; private set; }

    public ReadOnlyMemory<byte> Written => _bytes.AsMemory(0, Length);

    public void Clear() => Length = 0;

    public void Dispose()
    {
        ArrayPool<byte>.Shared.Return(_bytes);
        _bytes = [];
    }

    public SeriesText Add(ReadOnlySpan<byte> text)
    {
        text.CopyTo(Room(text.Length));
        Length += text.Length;
        return this;
    }

    public SeriesText Add(string text)
    {
        Length += Encoding.UTF8.GetBytes(text, Room(Encoding.UTF8.GetMaxByteCount(text.Length)));
        return this;
    }

    /// <summary>Adds a text as the value of a label.</summary>
    public SeriesText AddEscaped(string text) => Add(
        text.AsSpan().ContainsAny('\\', '"', '\n')
            ? text.Replace("\\", "\\\\").Replace("\"", "\\\"").Replace("\n", "\\n")
            : text);

    /// <param name="text">ASCII.</param>
    public SeriesText AddLower(string text)
    {
        Ascii.ToLower(text, Room(text.Length), out var written);
        Length += written;
        return this;
    }

    public SeriesText Add(double value)
    {
        // Most values are whole, or a TimeSpan in seconds: as whole numbers they are written several times as fast.
        var ticks = Math.Round(value * TimeSpan.TicksPerSecond);
        if (value == Math.Floor(value) && Math.Abs(value) < MaxWhole)
        {
            AddWhole((long)value, default);
        }
        else if (value > 0 && ticks < MaxWhole && ticks / TimeSpan.TicksPerSecond == value)
        {
            var (seconds, rest) = Math.DivRem((long)ticks, TimeSpan.TicksPerSecond);
            AddWhole(seconds, default);
            Add("."u8);
            AddWhole(rest, Fraction);
        }
        else
        {
            Utf8Formatter.TryFormat(value, Room(MaxNumber), out var digits);
            Length += digits;
        }

        return this;
    }

    private void AddWhole(long value, StandardFormat format)
    {
        Utf8Formatter.TryFormat(value, Room(MaxNumber), out var digits, format);
        Length += digits;
    }

    private Span<byte> Room(int count)
    {
        if (_bytes.Length - Length < count)
        {
            var larger = ArrayPool<byte>.Shared.Rent(2 * (Length + count));
            Written.Span.CopyTo(larger);
            ArrayPool<byte>.Shared.Return(_bytes);
            _bytes = larger;
        }

        return _bytes.AsSpan(Length);
    }
}
