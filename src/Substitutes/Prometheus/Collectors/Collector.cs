using System.Text;

namespace Prometheus;

/// <summary>A metric: a name, its help text, and one child for each combination of label values.</summary>
public abstract class Collector
{
    private readonly string[] _labelNames;

    private protected Collector(string name, string help, string[] labelNames, Label[] staticLabels, MetricConfiguration? configuration)
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
        SuppressesInitialValue = configuration?.SuppressInitialValue ?? false;
    }

    public string Name { get; }

    public string Help { get; }

    /// <summary>Names of the labels that <c>WithLabels</c> takes values for, in that order; static labels are not among them.</summary>
    public string[] LabelNames => [.. _labelNames];

    internal abstract MetricType Type { get; }

    internal byte[] Utf8Name { get; }

    /// <summary>The registry's labels; every child carries them after its own.</summary>
    internal Label[] StaticLabels { get; }

    internal bool SuppressesInitialValue { get; }

    private protected int LabelCount => _labelNames.Length;

    public override string ToString() => $"{Name}{{{string.Join(',', _labelNames)}}}";

    internal bool HasLabels(string[] labelNames, Label[] staticLabels) =>
        _labelNames.AsSpan().SequenceEqual(labelNames) && StaticLabels.AsSpan().SequenceEqual(staticLabels);

    internal IEnumerable<Label> InstanceLabels(string[] values) => values.Zip(_labelNames, (value, name) => new Label(name, value));

    internal abstract void Remove(ChildBase child);

    internal abstract void WriteTo(ExpositionWriter writer);
}

internal enum MetricType
{
    Counter,
    Gauge,
    Histogram,
}
