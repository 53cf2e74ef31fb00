namespace Prometheus;

/// <summary>A metric with its label values: what the measured code holds on to and updates.</summary>
public abstract class ChildBase
{
    private volatile bool _published;

    private protected ChildBase(Collector parent, string[] labelValues)
    {
        Parent = parent;
        LabelValues = labelValues;
        LabelText = Prometheus.LabelText.Encode([.. parent.InstanceLabels(labelValues), .. parent.StaticLabels]);
        _published = !parent.SuppressesInitialValue;
    }

    /// <summary>Empty for the unlabelled child, even when the metric has labels.</summary>
    internal string[] LabelValues { get; }

    private protected Collector Parent { get; }

    /// <summary>Escaped UTF-8, as it stands between the braces.</summary>
    private protected byte[] LabelText { get; }

    /// <summary>Takes the series out of its metric. References to this instance go on working but are never shown again.</summary>
    public void Remove() => Parent.Remove(this);

    public override string ToString() => $"{Parent.Name}{{{System.Text.Encoding.UTF8.GetString(LabelText)}}}";

    internal void WriteTo(ExpositionWriter writer)
    {
        if (_published)
        {
            WriteSamplesTo(writer);
        }
    }

    /// <summary>Shows the series from now on, also when its initial value was suppressed.</summary>
    private protected void Publish()
    {
        // Read first: writing would take the cache line from every other thread that counts here.
        if (!_published)
        {
            _published = true;
        }
    }

    private protected abstract void WriteSamplesTo(ExpositionWriter writer);
}
