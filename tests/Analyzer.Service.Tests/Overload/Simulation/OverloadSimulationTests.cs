using Hosting.Overload;

namespace Analyzer.Service.Tests.Overload.Simulation;

/// <summary>
/// What becomes of requests when more come than can be answered, in simulated time: the figures are the same on every machine, and say
/// whether the law and the queues do what they are for.
/// </summary>
public sealed class OverloadSimulationTests
{
    private static readonly TimeSpan Length = TimeSpan.FromSeconds(5);

    private readonly SimulatedService _service = new(SimulatedCosts.OfMegabyte);

    /// <summary>
    /// The limit starts too high, and sinks: also while it does, and whatever it is, nobody is refused late, since what refuses does not
    /// wait with what is analysed.
    /// </summary>
    [Theory]
    [InlineData(1.2)]
    [InlineData(2)]
    [InlineData(4)]
    public async Task Overload_OfAnySize_LeavesTheGoodputThatRefusalsCostAndRefusesAtOnce(double factor)
    {
        await OfferAsync(factor);

        var costs = SimulatedCosts.OfMegabyte;
        var share = costs.Refused / costs.Accepted;
        var bound = costs.Capacity * (1 - factor * share) / (1 - share);
        Good.ShouldBeGreaterThan(0.95 * bound);
        Refused.Length.ShouldBeGreaterThan(0);
        Percentile99(Refused).ShouldBeLessThan(TimeSpan.FromMilliseconds(5));
        Answered.ShouldAllBe(took => took < TimeSpan.FromMilliseconds(250));
    }

    /// <summary>The lag of the law is all that a fixed limit of the right size would save.</summary>
    [Fact]
    public async Task Overload_OfFourTimes_LosesNothingAgainstTheBestFixedLimit()
    {
        var best = new SimulatedService(SimulatedCosts.OfMegabyte, fixedLimit: 16);
        await Task.Run(() => best.Offer(4, Length), TestContext.Current.CancellationToken);

        await OfferAsync(4);

        Good.ShouldBeGreaterThan(0.98 * best.Answers.Count(answer => answer.IsGood) / Length.TotalSeconds);
    }

    [Fact]
    public async Task Overload_OfTheCapacityItself_RefusesNobody()
    {
        await OfferAsync(0.97);

        Refused.ShouldBeEmpty();
    }

    /// <summary>They are more than the limit, for most of the time; but at work are few.</summary>
    [Fact]
    public async Task SlowSenders_AtHalfTheCapacityOfAServiceWithHiccups_LoseNothing()
    {
        for (var second = 1; second < Length.TotalSeconds; second++)
        {
            _service.Stall(TimeSpan.FromSeconds(second), TimeSpan.FromMilliseconds(40));
        }

        await OfferAsync(0.5, slow: 3);

        Refused.ShouldBeEmpty();
    }

    /// <summary>The overload has taught the service a low limit, and is over; what is left of it must not cost the slow ones.</summary>
    [Fact]
    public async Task SlowSenders_AfterAnOverload_LoseNothing()
    {
        await OfferAsync(4);
        await OfferAsync(0.3);
        _service.Answers.Clear();

        for (var second = 1; second < Length.TotalSeconds; second++)
        {
            _service.Stall(TimeSpan.FromSeconds(second), TimeSpan.FromMilliseconds(40));
        }

        await OfferAsync(0.5, slow: 3);

        Refused.ShouldBeEmpty();
    }

    [Fact]
    public async Task Surge_Passed_LeavesNothingBehind()
    {
        await OfferAsync(0.5);
        await OfferAsync(4);
        var end = 2 * Length;
        await OfferAsync(0.5);

        _service.Answers.Where(answer => answer.Due > end + TimeSpan.FromMilliseconds(200)).ShouldAllBe(answer => answer.IsGood);
    }

    /// <summary>
    /// Those that it had taken come too late, and the limit must not rise to take more of them: a store that does not answer has no queue
    /// that would move.
    /// </summary>
    [Fact]
    public async Task Store_HangsForTwoSeconds_KeepsFewWaitingAndRecoversAtOnce()
    {
        var (begin, length) = (TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(2));
        _service.HangStore(begin, length);

        await OfferAsync(0.9);

        Answered.Count(took => took > TimeSpan.FromMilliseconds(250)).ShouldBeLessThan(3 * AdaptiveLimit.StartPerProcessor);
        _service.Answers.Where(answer => answer.Due > begin + length + TimeSpan.FromMilliseconds(250)).ShouldAllBe(answer => answer.IsGood);
    }

    private double Good => _service.Answers.Count(answer => answer.IsGood) / Length.TotalSeconds;

    private TimeSpan[] Refused => [.. _service.Answers.Where(answer => answer.IsRefused).Select(answer => answer.Took)];

    private TimeSpan[] Answered => [.. _service.Answers.Where(answer => !answer.IsRefused).Select(answer => answer.Took)];

    // On a thread of the pool: what is awaited must not go through the context of the test.
    private Task OfferAsync(double factor, int slow = 0) =>
        Task.Run(() => _service.Offer(factor, Length, slow), TestContext.Current.CancellationToken);

    private static TimeSpan Percentile99(TimeSpan[] times) => times.Order().ElementAt((int)(0.99 * (times.Length - 1)));
}
