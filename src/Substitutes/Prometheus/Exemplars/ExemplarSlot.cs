namespace Prometheus;

/// <summary>
/// The latest exemplar of a counter or of one bucket, kept by value. Whoever finds it in use does not wait: of two exemplars at
/// the same moment one is lost, as all but the latest are anyway. Only a scrape waits, for the few instructions that a writer takes.
/// </summary>
internal sealed class ExemplarSlot
{
    /// <summary>OpenMetrics 4.6.1: of all label names and values of an exemplar together.</summary>
    private const int MaxCharacters = 128;

    private int _inUse;
    private Exemplar.Pairs _labels;
    private int _labelCount;
    private double _value;
    private double _unixSeconds;

    /// <exception cref="ArgumentException">A key occurs twice, or the labels are too long.</exception>
    public void TryFill(ReadOnlySpan<Exemplar.LabelPair> labels, double value)
    {
        RequireValid(labels);
        if (Interlocked.CompareExchange(ref _inUse, 1, 0) != 0)
        {
            return;
        }

        labels.CopyTo(_labels);
        _labelCount = labels.Length;
        _value = value;
        _unixSeconds = TimeProvider.System.GetUtcNow().ToUnixTimeMilliseconds() / 1000.0;
        Volatile.Write(ref _inUse, 0);
    }

    /// <summary><c> # {trace_id="…"} 0.25 1668779954.714</c></summary>
    public void WriteTo(ExpositionWriter writer)
    {
        var spin = default(SpinWait);
        while (Interlocked.CompareExchange(ref _inUse, 1, 0) != 0)
        {
            spin.SpinOnce();
        }

        if (_labelCount > 0)
        {
            Write(writer);
        }

        Volatile.Write(ref _inUse, 0);
    }

    private static void RequireValid(ReadOnlySpan<Exemplar.LabelPair> labels)
    {
        var characters = 0;
        for (var i = 0; i < labels.Length; i++)
        {
            characters += labels[i].Name.Length + labels[i].Value.Length;
            for (var j = 0; j < i; j++)
            {
                if (labels[i].Name == labels[j].Name)
                {
                    throw new ArgumentException($"Exemplar has the key '{labels[i].Name}' twice.", nameof(labels));
                }
            }
        }

        if (characters > MaxCharacters)
        {
            throw new ArgumentException(
                $"Exemplar has {characters} characters; OpenMetrics allows {MaxCharacters} for keys and values together.", nameof(labels));
        }
    }

    private void Write(ExpositionWriter writer)
    {
        writer.Write(" # {"u8);
        for (var i = 0; i < _labelCount; i++)
        {
            writer.Write(i == 0 ? ""u8 : ","u8);
            writer.WriteEscaped(_labels[i].Name);
            writer.Write("=\""u8);
            writer.WriteEscaped(_labels[i].Value);
            writer.Write("\""u8);
        }

        writer.Write("} "u8);
        writer.Write(_value);
        writer.Write(" "u8);
        writer.Write(_unixSeconds);
    }
}
