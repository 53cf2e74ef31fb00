using FsCheck;
using FsCheck.Fluent;
using Load.Reports.Html;

namespace Load.Tests.Reports.Html;

public sealed class ScaleTests
{
    [Fact]
    public void Map_Logarithmic_GivesEqualRatiosEqualRoom()
    {
        var scale = new Scale(1, 100, 0, 200, IsLogarithmic: true);

        scale.Map(1).ShouldBe(0);
        scale.Map(10).ShouldBe(100, 1e-9);
        scale.Map(1000).ShouldBe(200); // beyond the end lies on the end
    }

    [Theory]
    [InlineData(0, 10, "0 2 4 6 8 10")]
    [InlineData(0, 1, "0 0.2 0.4 0.6 0.8 1")]
    [InlineData(0, 37, "0 10 20 30")]
    public void Ticks_Linear_AreRound(double min, double max, string ticks) =>
        Scale.Linear(min, max, 0, 100).Ticks().Select(tick => Math.Round(tick, 6)).ShouldBe(ticks.Split(' ').Select(double.Parse));

    [Fact]
    public void Ticks_AnyScale_AreFewAndInside() =>
        Prop.ForAll(ArbMap.Default.ArbFor<(ushort Low, ushort Span, bool Logarithmic)>(), given =>
        {
            var scale = given.Logarithmic
                ? Scale.Logarithmic([1 + given.Low, 1 + given.Low + given.Span], 0, 100)
                : Scale.Linear(given.Low, given.Low + given.Span, 0, 100);
            var ticks = scale.Ticks().ToArray();
            return ticks.Length <= 12 && ticks.All(tick => tick >= scale.Min - 1e-9 && tick <= scale.Max + 1e-9);
        }).QuickCheckThrowOnFailure();
}
