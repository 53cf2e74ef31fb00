using Hosting.Overload;

namespace Analyzer.Service.Tests.Overload;

public sealed class AdaptiveLimitTests
{
    private const int Max = 1000;
    private const int Processors = 4;
    private const int Start = Processors * AdaptiveLimit.StartPerProcessor;

    private static readonly TimeSpan Late = AdaptiveLimit.MaxWait + TimeSpan.FromTicks(1);

    private readonly ManualTime _time = new();
    private readonly FakeQueue _places = new();
    private readonly FakeQueue _store = new();

    [Fact]
    public void Look_WaitAboveTheBound_FallsBy15PercentEachIntervalDownToTheFloor()
    {
        var limit = New();

        Look(limit, Late, atWork: 100).ShouldBe((int)(Start * 0.85));
        Look(limit, Late, atWork: 100).ShouldBe((int)(Start * 0.85 * 0.85));
        for (var i = 0; i < 100; i++)
        {
            Look(limit, Late, atWork: 100);
        }

        limit.Current.ShouldBe(AdaptiveLimit.Min);
    }

    [Theory]
    [InlineData(0.8, 1.1)]
    [InlineData(0.79, 1)]
    public void Look_WaitWithinTheBound_RisesBy10PercentIfFourFifthsAreInUse(double inUse, double factor) =>
        Look(New(), AdaptiveLimit.MaxWait, (int)Math.Ceiling(inUse * Start)).ShouldBe((int)(Start * factor));

    [Fact]
    public void Look_InUseForever_RisesToTheFixedBoundAndNoFurther()
    {
        var limit = New();
        for (var i = 0; i < 100; i++)
        {
            Look(limit, TimeSpan.Zero, limit.Current);
        }

        limit.Current.ShouldBe(Max);
    }

    [Fact]
    public void Look_FromTheFloor_RisesAgain()
    {
        var limit = Fallen();

        Look(limit, TimeSpan.Zero, AdaptiveLimit.Min);
        Look(limit, TimeSpan.Zero, AdaptiveLimit.Min);
        Look(limit, TimeSpan.Zero, AdaptiveLimit.Min).ShouldBe(AdaptiveLimit.Min + 1);
    }

    [Fact]
    public void Look_BeforeTheIntervalIsOver_ChangesNothingAndForgetsNothing()
    {
        var limit = New();
        _places.Wait = TimeSpan.Zero;

        limit.Look(Start); // the peak of the interval
        limit.Look(1);
        limit.Current.ShouldBe(Start);

        Look(limit, TimeSpan.Zero, atWork: 1).ShouldBe((int)(1.1 * Start));
    }

    [Fact]
    public void Look_OneQueueOfTwoIsLong_Falls()
    {
        _store.Wait = Late;

        Look(New(), TimeSpan.Zero, Start).ShouldBeLessThan(Start);
    }

    [Fact]
    public void Look_NobodyInAnyQueue_IsNoOverload() => Look(New(), null, Start).ShouldBeGreaterThan(Start);

    [Fact]
    public void Look_FewAtWork_IsNoOverloadHoweverLongTheyWait() =>
        Look(New(), TimeSpan.FromSeconds(1), AdaptiveLimit.Min).ShouldBe(Start);

    [Fact]
    public void Look_LongAfterAnOverload_HasForgottenIt()
    {
        var limit = Fallen();

        Look(limit, TimeSpan.Zero, atWork: 1).ShouldBe(AdaptiveLimit.Min);
        _time.Advance(AdaptiveLimit.Forgotten);

        Look(limit, TimeSpan.Zero, atWork: 1).ShouldBe(Start);
    }

    [Fact]
    public void Current_SmallFixedBound_IsNeverExceeded()
    {
        var limit = new AdaptiveLimit(2, Processors, [_places], _time);

        limit.Current.ShouldBe(2);
        Look(limit, Late, atWork: 100).ShouldBe(2);
        Look(limit, TimeSpan.Zero, atWork: 100).ShouldBe(2);
    }

    private AdaptiveLimit New() => new(Max, Processors, [_places, _store], _time);

    private AdaptiveLimit Fallen()
    {
        var limit = New();
        while (limit.Current > AdaptiveLimit.Min)
        {
            Look(limit, Late, atWork: 100);
        }

        return limit;
    }

    /// <summary>An interval with so many uploads at work, which waited so long.</summary>
    private int Look(AdaptiveLimit limit, TimeSpan? wait, int atWork)
    {
        _places.Wait = wait;
        _time.Advance(AdaptiveLimit.Interval);
        limit.Look(atWork);
        return limit.Current;
    }
}
