using System.Buffers;
using System.Buffers.Text;
using System.Text;

namespace Prober.Features.Targets.Exposition;

/// <summary>
/// Rows of the exposition format, as bytes in one buffer: thousands of them allocate nothing. The buffer is kept for the next scrape. (An
/// array pool would keep one for each thread or processor, and a scrape may end on any of them.)
/// </summary>
internal sealed class SeriesText : IDisposable
{
    private const int MaxNumber = 32;

    /// <summary>A double represents all whole numbers exactly up to this one.</summary>
    private const double MaxWhole = 1L << 53;

    /// <summary>The digits of a tick.</summary>
    private static readonly StandardFormat Fraction = new('D', 7);

    /// <summary>Room for the rows between two flushes.</summary>
    private const int UsualSize = 320 * 1024;

    private const int MaxKept = 1024 * 1024;

    private static byte[]? spare;

    private byte[] _bytes = Interlocked.Exchange(ref spare, null) ?? new byte[UsualSize];

    public int Length { get; private set; }

    public ReadOnlyMemory<byte> Written => _bytes.AsMemory(0, Length);

    public void Clear() => Length = 0;

    public void Dispose()
    {
        if (_bytes.Length is > 0 and <= MaxKept)
        {
            Volatile.Write(ref spare, _bytes);
        }

        _bytes = [];
    }

    public SeriesText Add(ReadOnlySpan<byte> text)
    {
        text.CopyTo(Room(text.Length));
        Length += text.Length;
        return this;
    }

    public SeriesText Add(ReadOnlySpan<char> text)
    {
        Length += Encoding.UTF8.GetBytes(text, Room(Encoding.UTF8.GetMaxByteCount(text.Length)));
        return this;
    }

    /// <summary>Adds a text as the value of a label.</summary>
    public SeriesText AddEscaped(ReadOnlySpan<char> text)
    {
        for (int special; (special = text.IndexOfAny('\\', '"', '\n')) >= 0; text = text[(special + 1)..])
        {
            Add(text[..special]).Add(text[special] switch
            {
                '\\' => "\\\\"u8,
                '"' => "\\\""u8,
                _ => "\\n"u8,
            });
        }

        return Add(text);
    }

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
            Array.Resize(ref _bytes, 2 * (Length + count)); // nobody uses a name of that length
        }

        return _bytes.AsSpan(Length);
    }
}
