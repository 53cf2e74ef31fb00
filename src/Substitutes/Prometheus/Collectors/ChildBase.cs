namespace Prometheus;

/// <summary>A metric with its label values: what the measured code holds on to and updates.</summary>
public abstract class ChildBase : ICollectorChild, IDisposable
{
    private volatile bool _published;

    private protected ChildBase(Collector parent, string[] labelValues, bool publish)
    {
        Parent = parent;
        LabelValues = labelValues;
        LabelText = Prometheus.LabelText.Encode([.. parent.InstanceLabels(labelValues), .. parent.StaticLabels]);
        _published = publish;
    }

    /// <summary>Empty for the unlabelled child, also when the metric has labels.</summary>
    internal string[] LabelValues { get; }

    private protected Collector Parent { get; }

    /// <summary>Escaped UTF-8, as it stands between the braces.</summary>
    private protected byte[] LabelText { get; }

    /// <summary>Shows the series from now on, also when its initial value was suppressed.</summary>
    public void Publish()
    {
        // Read first: writing would take the cache line from every other thread that counts here.
        if (!_published)
        {
            _published = true;
        }
    }

    /// <summary>Hides the series until its next update or <see cref="Publish"/>; the value stays.</summary>
    public void Unpublish() => _published = false;

    /// <summary>Takes the series out of its metric. References to this instance go on working but are never shown again.</summary>
    public void Remove() => Parent.Remove(this);

    public void Dispose()
    {
        Remove();
        GC.SuppressFinalize(this);
    }

    public override string ToString() => $"{Parent.Name}{{{System.Text.Encoding.UTF8.GetString(LabelText)}}}";

    internal void WriteTo(ExpositionWriter writer)
    {
        if (_published)
        {
            WriteSamplesTo(writer);
        }
    }

    private protected abstract void WriteSamplesTo(ExpositionWriter writer);
}
