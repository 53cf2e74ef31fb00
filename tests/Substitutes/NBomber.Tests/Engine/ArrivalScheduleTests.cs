using FsCheck;
using FsCheck.Fluent;
using NBomber.Contracts;
using NBomber.CSharp;

namespace NBomber.Tests.Engine;

public sealed class ArrivalScheduleTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Fact]
    public void Of_Inject_SpacesArrivalsEvenly()
    {
        var arrivals = Arrivals(Simulation.Inject(4, Second, 2 * Second));

        arrivals.Select(time => time.TotalMilliseconds).ShouldBe([0, 250, 500, 750, 1000, 1250, 1500, 1750]);
    }

    [Fact]
    public void Of_InjectWithLongInterval_SpacesArrivalsOverIt() =>
        Arrivals(Simulation.Inject(2, 4 * Second, 6 * Second)).Select(time => time.TotalSeconds).ShouldBe([0, 2, 4]);

    [Fact]
    public void Of_RateThatDoesNotDivideTheInterval_LosesNoArrival() =>
        Arrivals(Simulation.Inject(7, Second, 3600 * Second)).Length.ShouldBe(7 * 3600);

    [Fact]
    public void Of_RampFromNothing_HasHalfTheArrivalsOfItsEnd()
    {
        var arrivals = Arrivals(Simulation.RampingInject(100, Second, 10 * Second));

        arrivals.Length.ShouldBe(500);
        arrivals.Count(time => time < 5 * Second).ShouldBeInRange(124, 126); // a quarter of them in the first half
    }

    [Fact]
    public void Of_RampDown_StartsAtTheRateBefore()
    {
        var arrivals = Arrivals(Simulation.Inject(10, Second, Second), Simulation.RampingInject(0, Second, 10 * Second));

        arrivals.Length.ShouldBe(10 + 50);
        arrivals[11].ShouldBe(Second + TimeSpan.FromMilliseconds(100), TimeSpan.FromMilliseconds(2));
    }

    [Fact]
    public void Of_Pause_LeavesAGap() =>
        Arrivals(Simulation.Inject(1, Second, Second), Simulation.Pause(3 * Second), Simulation.Inject(1, Second, Second))
            .ShouldBe([TimeSpan.Zero, 4 * Second]);

    [Fact]
    public void Of_InjectRandom_KeepsEveryIntervalBetweenItsRates()
    {
        var arrivals = Arrivals(Simulation.InjectRandom(5, 20, Second, 30 * Second));

        var rates = arrivals.CountBy(time => (int)time.TotalSeconds).Select(rate => rate.Value).ToArray();
        rates.Length.ShouldBe(30);
        rates.ShouldAllBe(rate => rate >= 5 && rate <= 20);
        rates.Distinct().Count().ShouldBeGreaterThan(1);
    }

    [Fact]
    public void Of_AnySimulations_AscendsAndStaysInside() =>
        Prop.ForAll(ArbMap.Default.ArbFor<(byte Kind, byte Rate, byte Seconds)[]>(), parts =>
        {
            var simulations = parts.Select(Make).ToArray();
            var arrivals = Arrivals(simulations);
            var end = new TimeSpan(simulations.Sum(simulation => simulation.During.Ticks));
            return arrivals.Zip(arrivals.Skip(1)).All(pair => pair.First <= pair.Second)
                && arrivals.All(time => time >= TimeSpan.Zero && time <= end);
        }).QuickCheckThrowOnFailure();

    private static LoadSimulation Make((byte Kind, byte Rate, byte Seconds) part)
    {
        var during = (1 + part.Seconds % 5) * Second;
        return (part.Kind % 4) switch
        {
            0 => Simulation.Inject(part.Rate, Second, during),
            1 => Simulation.RampingInject(part.Rate, Second, during),
            2 => Simulation.InjectRandom(part.Rate / 2, part.Rate, Second, during),
            _ => Simulation.Pause(during),
        };
    }

    private static TimeSpan[] Arrivals(params LoadSimulation[] simulations) => [.. ArrivalSchedule.Of(simulations, new Random(1))];
}
