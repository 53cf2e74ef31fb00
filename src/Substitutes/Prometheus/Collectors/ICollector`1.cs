namespace Prometheus;

/// <inheritdoc cref="ICollector"/>
public interface ICollector<out TChild> : ICollector
    where TChild : ICollectorChild
{
    TChild Unlabelled { get; }

    TChild WithLabels(params string[] labelValues);

    TChild WithLabels(ReadOnlyMemory<string> labelValues);

    TChild WithLabels(ReadOnlySpan<string> labelValues);
}
