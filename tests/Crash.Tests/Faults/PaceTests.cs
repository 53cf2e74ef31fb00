using System.Diagnostics;
using Crash.Faults;

namespace Crash.Tests.Faults;

public sealed class PaceTests
{
    private const double Step = 0.01;

    private readonly Pace _pace = new();

    [Fact]
    public void Recovery_AsFastAsBeforeAfterAWhile_IsThatWhile()
    {
        Acknowledge(from: 0, to: 2, every: Step);
        Acknowledge(from: 3.2, to: 4, every: 10 * Step); // it has begun, slowly
        Acknowledge(from: 4, to: 5, every: Step);

        var back = _pace.Recovery(At(0), At(2), At(3))!.Value;

        // Within the window that begins then, four fifths are at the full rate.
        back.TotalSeconds.ShouldBeInRange(0.8, 1.0);
    }

    [Fact]
    public void Recovery_NeverAsFastAgain_IsNull()
    {
        Acknowledge(from: 0, to: 2, every: Step);
        Acknowledge(from: 3, to: 9, every: 2 * Step);

        _pace.Recovery(At(0), At(2), At(3)).ShouldBeNull();
    }

    private static long At(double seconds) => (long)(seconds * Stopwatch.Frequency);

    private void Acknowledge(double from, double to, double every)
    {
        for (var time = from; time < to; time += every)
        {
            _pace.Acknowledged(At(time));
        }
    }
}
