namespace Prometheus;

/// <summary>
/// The latest exemplar of a counter or of one bucket, kept by value. A writer that finds it in use does not wait: of two exemplars at
/// the same moment one is lost, as all but the latest are anyway. Only a scrape waits, for the few instructions that a writer takes.
/// </summary>
internal sealed class ExemplarSlot
{
    /// <summary>The limit of OpenMetrics 4.6.1 for all label names and values of an exemplar together.</summary>
    private const int MaxCharacters = 128;

    private int _inUse;
    private KeptExemplar _latest;

    /// <exception cref="ArgumentException">A key occurs twice, or the labels are too long.</exception>
    public void TryFill(ReadOnlySpan<Exemplar.LabelPair> labels, double value)
    {
        RequireValid(labels);
        if (Interlocked.CompareExchange(ref _inUse, 1, 0) != 0)
        {
            return;
        }

        labels.CopyTo(_latest.Labels);
        _latest.LabelCount = labels.Length;
        _latest.Value = value;
        _latest.UnixSeconds = TimeProvider.System.GetUtcNow().ToUnixTimeMilliseconds() / 1000.0;
        Volatile.Write(ref _inUse, 0);
    }

    /// <summary>Without labels when there is none yet.</summary>
    public KeptExemplar Read()
    {
        var spin = default(SpinWait);
        while (Interlocked.CompareExchange(ref _inUse, 1, 0) != 0)
        {
            spin.SpinOnce();
        }

        var latest = _latest;
        Volatile.Write(ref _inUse, 0);
        return latest;
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
}

/// <summary>An exemplar with its observation and its time.</summary>
internal struct KeptExemplar
{
    public Exemplar.Pairs Labels;
    public int LabelCount;
    public double Value;
    public double UnixSeconds;
}
