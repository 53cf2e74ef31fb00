using System.Collections.Immutable;

namespace Prober.Features.Alerts;

/// <summary>How often a target changed lately, measured in its probes.</summary>
internal sealed record FlapCounter
{
    /// <summary>More changes than this in <see cref="Span"/> probes are flapping.</summary>
    public const int Bound = 6;
    public const int Span = 20;

    /// <summary>Flapping ends when so few changes are left, so that it does not begin and end all the time.</summary>
    private const int Calm = 2;

    private ImmutableQueue<long> _changes = [];
    private int _count;
    private long _probes;

    public static FlapCounter None { get; } = new();

    public bool IsFlapping => Lately() > Bound;

    /// <summary>Never before a full span was seen: after a restart a counter is new, and does not know earlier changes.</summary>
    public bool IsCalm => _probes >= Span && Lately() <= Calm;

    public FlapCounter Probe() => this with { _probes = _probes + 1 };

    public FlapCounter Change() => this with
    {
        _changes = (_count > Bound ? _changes.Dequeue() : _changes).Enqueue(_probes),
        _count = Math.Min(_count + 1, Bound + 1),
    };

    private int Lately() => _changes.Count(change => change > _probes - Span);
}
