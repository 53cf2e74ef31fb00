using System.Diagnostics;
using Load.Measuring;
using Prometheus;

namespace Load.Live;

/// <summary>The series of one row, resolved once: counting a request allocates nothing.</summary>
internal sealed class IterationMetrics(
    string variant, string transport, Histogram durations, Gauge inFlight, Gauge.Child info) : IRequestObserver
{
    private readonly Histogram.Child[] _byOutcome =
    [
        .. Enum.GetValues<Outcome>().Select(outcome => durations.WithLabels(variant, transport, OutcomeName.Of(outcome))),
    ];

    private bool _isMeasuring;

    public string Variant => variant;

    public void Measuring()
    {
        _isMeasuring = true;
        info.Set(1);
        LabEvents.Log.RowStart(variant);
    }

    public void Sent() => inFlight.Inc();

    public void Answered() => inFlight.Dec();

    public void Counted(Sample sample) => _byOutcome[(int)sample.Outcome].Observe((double)sample.Latency / Stopwatch.Frequency);

    /// <summary>The row is no longer measured, if it ever was; its series stay until <see cref="Remove"/>.</summary>
    public void End()
    {
        if (_isMeasuring)
        {
            _isMeasuring = false;
            info.Set(0);
            LabEvents.Log.RowStop(variant);
        }
    }

    public void Remove()
    {
        info.Remove();
        foreach (var child in _byOutcome)
        {
            child.Remove();
        }
    }
}
