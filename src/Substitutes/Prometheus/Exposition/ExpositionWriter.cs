using System.Buffers;
using System.Buffers.Text;

namespace Prometheus;

/// <summary>Writes samples as UTF-8 into one pooled buffer, which grows as needed.</summary>
internal sealed class ExpositionWriter(ExpositionFormat format) : IDisposable
{
    /// <summary>More than a scrape of most services.</summary>
    private const int InitialSize = 128 * 1024;

    private byte[] _buffer = ArrayPool<byte>.Shared.Rent(InitialSize);
    private int _length;

    public ExpositionFormat Format => format;

    /// <summary>Until it is disposed, or written on.</summary>
    public ReadOnlyMemory<byte> Written => _buffer.AsMemory(0, _length);

    public void Write(ReadOnlySpan<byte> text)
    {
        text.CopyTo(Reserve(text.Length));
        _length += text.Length;
    }

    /// <summary>A counter or gauge: <c>name{labels} 1.5</c>.</summary>
    public void WriteSample(ReadOnlySpan<byte> name, ReadOnlySpan<byte> labels, double value, ExemplarSlot? exemplar)
    {
        WriteSeries(name, [], labels, []);
        Write(value);
        WriteExemplar(exemplar);
        Write("\n"u8);
    }

    public void WriteSum(ReadOnlySpan<byte> name, ReadOnlySpan<byte> labels, double sum)
    {
        WriteSeries(name, "_sum"u8, labels, []);
        Write(sum);
        Write("\n"u8);
    }

    public void WriteCount(ReadOnlySpan<byte> name, ReadOnlySpan<byte> labels, long count)
    {
        WriteSeries(name, "_count"u8, labels, []);
        Write(count);
        Write("\n"u8);
    }

    public void WriteBucket(
        ReadOnlySpan<byte> name, ReadOnlySpan<byte> labels, ReadOnlySpan<byte> upperBound, long count, ExemplarSlot? exemplar)
    {
        WriteSeries(name, "_bucket"u8, labels, upperBound);
        Write(count);
        WriteExemplar(exemplar);
        Write("\n"u8);
    }

    public void WriteEnd()
    {
        if (format == ExpositionFormat.OpenMetricsText)
        {
            Write("# EOF\n"u8);
        }
    }

    public void Dispose()
    {
        ArrayPool<byte>.Shared.Return(_buffer);
        _buffer = [];
    }

    private void Write(double number)
    {
        _length += NumberText.Format(number, format, Reserve(NumberText.MaxLength));
    }

    private void Write(long number)
    {
        Utf8Formatter.TryFormat(number, Reserve(NumberText.MaxLength), out var written);
        _length += written;
    }

    private void WriteSeries(ReadOnlySpan<byte> name, ReadOnlySpan<byte> suffix, ReadOnlySpan<byte> labels, ReadOnlySpan<byte> upperBound)
    {
        Write(name);
        Write(suffix);
        if (!labels.IsEmpty || !upperBound.IsEmpty)
        {
            Write("{"u8);
            Write(labels);
            if (!upperBound.IsEmpty)
            {
                Write(labels.IsEmpty ? "le=\""u8 : ",le=\""u8);
                Write(upperBound);
                Write("\""u8);
            }

            Write("}"u8);
        }

        Write(" "u8);
    }

    /// <summary><c> # {trace_id="…"} 0.25 1668779954.714</c></summary>
    private void WriteExemplar(ExemplarSlot? slot)
    {
        if (format != ExpositionFormat.OpenMetricsText || slot?.Read() is not { LabelCount: > 0 } exemplar)
        {
            return;
        }

        Write(" # {"u8);
        for (var i = 0; i < exemplar.LabelCount; i++)
        {
            Write(i == 0 ? ""u8 : ","u8);
            WriteEscaped(exemplar.Labels[i].Name);
            Write("=\""u8);
            WriteEscaped(exemplar.Labels[i].Value);
            Write("\""u8);
        }

        Write("} "u8);
        Write(exemplar.Value);
        Write(" "u8);
        Write(exemplar.UnixSeconds);
    }

    /// <summary>Writes ASCII, as exemplar labels are, with the escapes of the format.</summary>
    private void WriteEscaped(string ascii)
    {
        var span = Reserve(2 * ascii.Length);
        var written = 0;
        foreach (var character in ascii)
        {
            if (character is '"' or '\\' or '\n')
            {
                span[written++] = (byte)'\\';
            }

            span[written++] = character == '\n' ? (byte)'n' : (byte)character;
        }

        _length += written;
    }

    private Span<byte> Reserve(int count)
    {
        if (_buffer.Length - _length < count)
        {
            var larger = ArrayPool<byte>.Shared.Rent(Math.Max(2 * _buffer.Length, _length + count));
            _buffer.AsSpan(0, _length).CopyTo(larger);
            ArrayPool<byte>.Shared.Return(_buffer);
            _buffer = larger;
        }

        return _buffer.AsSpan(_length);
    }
}

public enum ExpositionFormat
{
    /// <summary>Prometheus text 0.0.4: https://prometheus.io/docs/instrumenting/exposition_formats</summary>
    PrometheusText,

    /// <summary>OpenMetrics 1.0, the one with exemplars: https://prometheus.io/docs/specs/om/open_metrics_spec</summary>
    OpenMetricsText,
}
