using System.Text;

namespace Prometheus;

/// <inheritdoc cref="ICollector"/>
public abstract class Collector
{
    private readonly string[] _labelNames;

    private protected Collector(string name, string help, string[] labelNames, Label[] staticLabels)
    {
        ArgumentNullException.ThrowIfNull(help);
        NameRules.RequireMetricName(name);
        var all = labelNames.Concat(staticLabels.Select(label => label.Name)).ToArray();
        Array.ForEach(all, NameRules.RequireLabelName);
        NameRules.RequireDistinct(all);

        Name = name;
        Help = help;
        Utf8Name = Encoding.UTF8.GetBytes(name);
        _labelNames = [.. labelNames];
        StaticLabels = staticLabels;
    }

    public string Name { get; }

    public string Help { get; }

    /// <inheritdoc cref="ICollector.LabelNames"/>
    public string[] LabelNames => [.. _labelNames];

    internal abstract MetricType Type { get; }

    internal byte[] Utf8Name { get; }

    /// <summary>Of the factory and of the registry; every child carries them after its own.</summary>
    internal Label[] StaticLabels { get; }

    private protected int LabelCount => _labelNames.Length;

    public override string ToString() => $"{Name}{{{string.Join(',', _labelNames)}}}";

    internal bool HasLabels(string[] labelNames, Label[] staticLabels) =>
        _labelNames.AsSpan().SequenceEqual(labelNames) && StaticLabels.AsSpan().SequenceEqual(staticLabels);

    internal IEnumerable<Label> InstanceLabels(string[] values) => values.Zip(_labelNames, (value, name) => new Label(name, value));

    internal abstract void Remove(ChildBase child);

    internal abstract void WriteTo(ExpositionWriter writer);
}
