using System.Diagnostics;
using Load.Measuring;
using Load.Tests.Reports;

namespace Load.Tests.Measuring;

public sealed class RecoveryTests
{
    private const int PerSecond = 40;

    private static readonly LoadShape.Surge Surge = new("surge", PerSecond, Peak: 80);
    private static readonly TimeSpan Window = TimeSpan.FromSeconds(4);

    [Theory]
    [InlineData(0, 0)]
    [InlineData(0.4, 0.4)]
    [InlineData(1.1, 1.1)]
    public void Of_FailsForAWhile_TellsHowLong(double badSeconds, double expected) =>
        Recovery.Of(Surge, Iteration(badSeconds)).ShouldBe(TimeSpan.FromSeconds(expected));

    [Fact]
    public void Of_FailsToTheEnd_IsNotKnown() => Recovery.Of(Surge, Iteration(badSeconds: 10)).ShouldBeNull();

    /// <summary>Refuses during the surge, and for a while after it.</summary>
    private static Iteration Iteration(double badSeconds)
    {
        var plan = Surge.PlanOver(Window);
        var samples = Enumerable.Range(0, (int)plan.Offered).Select(k => plan.DueAt(k))
            .Select(due => new Sample((long)due, Stopwatch.Frequency / 100, OutcomeOf(due / Stopwatch.Frequency)));
        return Rows.Iteration(1) with { Window = Window, Samples = [.. samples] };

        Outcome OutcomeOf(double at) => at >= 1 && at < 2 + badSeconds - 1e-6 ? Outcome.Refused : Outcome.Ok;
    }
}
