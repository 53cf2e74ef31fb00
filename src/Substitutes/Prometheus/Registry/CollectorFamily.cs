namespace Prometheus;

/// <summary>The metrics of one name, which differ in their labels and stand together under one header.</summary>
internal sealed class CollectorFamily(Collector first)
{
    private readonly byte[] _prometheusHeader = FamilyHeader.Encode(first, ExpositionFormat.PrometheusText);
    private readonly byte[] _openMetricsHeader = FamilyHeader.Encode(first, ExpositionFormat.OpenMetricsText);

    /// <summary>Replaced, never changed, so that a scrape reads it without a lock.</summary>
    private Collector[] _collectors = [first];

    /// <summary>One thread at a time may call this.</summary>
    /// <exception cref="InvalidOperationException">The family is of another type.</exception>
    public TCollector GetOrAdd<TCollector>(string[] labelNames, Label[] staticLabels, Func<Label[], TCollector> create)
        where TCollector : Collector
    {
        if (_collectors[0] is not TCollector)
        {
            throw new InvalidOperationException(
                $"'{first.Name}' is a {first.Type} already. Collector of a different type with the same name is already registered.");
        }

        var existing = Array.Find(_collectors, collector => collector.HasLabels(labelNames, staticLabels));
        if (existing is not null)
        {
            return (TCollector)existing;
        }

        var added = create(staticLabels);
        Volatile.Write(ref _collectors, [.. _collectors, added]);
        return added;
    }

    public void WriteTo(ExpositionWriter writer)
    {
        writer.Write(writer.Format == ExpositionFormat.OpenMetricsText ? _openMetricsHeader : _prometheusHeader);
        foreach (var collector in Volatile.Read(ref _collectors))
        {
            collector.WriteTo(writer);
        }
    }
}
