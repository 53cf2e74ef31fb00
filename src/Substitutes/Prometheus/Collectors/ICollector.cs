namespace Prometheus;

/// <summary>A metric: a name, its help text, and one child for each combination of label values.</summary>
public interface ICollector
{
    string Name { get; }

    string Help { get; }

    /// <summary>Names of the labels that <c>WithLabels</c> takes values for, in that order; static labels are not among them.</summary>
    string[] LabelNames { get; }
}
