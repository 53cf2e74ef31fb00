namespace Prober.Features.Alerts;

/// <summary>How often a target changed lately, measured in its probes.</summary>
internal sealed class FlapCounter
{
    /// <summary>More changes than this in <see cref="Span"/> probes are flapping.</summary>
    public const int Bound = 6;
    public const int Span = 20;

    /// <summary>Flapping ends when so few changes are left, so that it does not begin and end all the time.</summary>
    private const int Calm = 2;

    private readonly Queue<long> _changes = new();
    private long _probes;

    public bool IsFlapping => Lately() > Bound;

    /// <summary>Never before a full span was seen: after a restart a counter is new, and does not know earlier changes.</summary>
    public bool IsCalm => _probes >= Span && Lately() <= Calm;

    public void Probe() => _probes++;

    public void Change()
    {
        if (_changes.Count > Bound)
        {
            _changes.Dequeue();
        }

        _changes.Enqueue(_probes);
    }

    private int Lately() => _changes.Count(change => change > _probes - Span);
}
