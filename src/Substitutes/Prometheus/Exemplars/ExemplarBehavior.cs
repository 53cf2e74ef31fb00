namespace Prometheus;

/// <summary>Where a metric's exemplars come from, and how often one is kept.</summary>
public sealed class ExemplarBehavior
{
    internal static readonly ExemplarBehavior Default = new();

    /// <summary>null: <see cref="Exemplar.FromTraceContext()"/>.</summary>
    public ExemplarProvider? DefaultExemplarProvider { get; set; }

    /// <summary>A child keeps a new exemplar, its own or a given one, only when this much time has passed since its last.</summary>
    public TimeSpan NewExemplarMinInterval { get; set; } = TimeSpan.Zero;

    /// <summary>Only exemplars that are given with an observation.</summary>
    public static ExemplarBehavior NoExemplars() => new() { DefaultExemplarProvider = static (_, _) => Exemplar.None };
}
