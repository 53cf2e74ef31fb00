using System.Diagnostics;
using NBomber.Engine;

namespace NBomber.Tests.Engine;

public sealed class PreciseWaitTests
{
    [Fact]
    public void Until_TimeAhead_ReturnsNoSooner()
    {
        var due = Stopwatch.GetTimestamp() + Stopwatch.Frequency / 50;

        PreciseWait.Until(due, CancellationToken.None).ShouldBeTrue();

        Stopwatch.GetTimestamp().ShouldBeGreaterThanOrEqualTo(due);
    }

    [Fact]
    public void Until_Stopped_ReturnsFalse() =>
        PreciseWait.Until(Stopwatch.GetTimestamp() + 3600 * Stopwatch.Frequency, new CancellationToken(canceled: true)).ShouldBeFalse();
}
