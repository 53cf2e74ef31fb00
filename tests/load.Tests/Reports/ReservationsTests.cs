using Load.Measuring;
using Load.Reports;

namespace Load.Tests.Reports;

public sealed class ReservationsTests
{
    private const string Clock = "The processors' clock was between";

    /// <summary>Whether it rose or fell, rows were not measured at the same speed.</summary>
    [Theory]
    [InlineData(2000, 3000)]
    [InlineData(3000, 2000)]
    public void Of_ClockThatChanged_NamesItsBounds(double first, double second) =>
        Of(first, second).ShouldContain($"{Clock} 2,000 and 3,000 MHz.");

    [Fact]
    public void Of_SteadyClock_SaysNothing() => Of(2900, 3000).ShouldAllBe(text => !text.StartsWith(Clock, StringComparison.Ordinal));

    private static IEnumerable<string> Of(params double[] clocks) => Reservations.Of(Rows.Result(
        null, Rows.Row("rest look-up 10KB x1", [.. clocks.Select((clock, i) => At(i + 1, clock))])));

    private static Iteration At(int repeat, double megahertz)
    {
        var iteration = Rows.Iteration(repeat, (1, Outcome.Ok));
        return iteration with { Cost = iteration.Cost! with { Megahertz = megahertz } };
    }
}
