using Gateway.Features.Routing;
using Gateway.Features.Settings;
using Grpc.Core;

namespace Gateway.Tests.Routing;

/// <summary>gRFC A6 in small: pauses, attempts, statuses, tokens.</summary>
public sealed class RetryPolicyTests
{
    private static RetrySettings Settings => new()
    {
        MaxAttempts = 4,
        InitialBackoff = TimeSpan.FromMilliseconds(100),
        MaxBackoff = TimeSpan.FromMilliseconds(300),
        BackoffMultiplier = 2,
        RetryableStatusCodes = ["UNAVAILABLE"],
    };

    [Theory]
    [InlineData(1, 80, 120)]
    [InlineData(2, 160, 240)]
    [InlineData(3, 240, 360)]
    public void WaitAfter_Failure_GrowsToTheLongestGiveOrTakeAFifth(int attempts, double least, double most)
    {
        var wait = Wait(RetryPolicy.Of(Settings)!, attempts: attempts);

        wait!.Value.TotalMilliseconds.ShouldBeInRange(least, most);
    }

    [Fact]
    public void WaitAfter_LastAttempt_IsNone() => Wait(RetryPolicy.Of(Settings)!, attempts: 4).ShouldBeNull();

    [Fact]
    public void WaitAfter_MoreThanFive_StopsAtFive()
    {
        var settings = Settings;
        settings.MaxAttempts = 100;

        Wait(RetryPolicy.Of(settings)!, attempts: 4).ShouldNotBeNull();
        Wait(RetryPolicy.Of(settings)!, attempts: 5).ShouldBeNull();
    }

    [Fact]
    public void WaitAfter_OtherStatusOrFinal_IsNone()
    {
        var policy = RetryPolicy.Of(Settings)!;

        Wait(policy, StatusCode.Internal).ShouldBeNull();
        policy.WaitAfter(new(StatusCode.Unavailable, 1, 1, Pause: null), isFinal: true, out _).ShouldBeNull();
    }

    [Fact]
    public void WaitAfter_BackendAsksForATime_IsThatTime() => RetryPolicy.Of(Settings)!
        .WaitAfter(new(StatusCode.Unavailable, 1, 1, TimeSpan.FromSeconds(7)), isFinal: false, out _).ShouldBe(TimeSpan.FromSeconds(7));

    [Fact]
    public void WaitAfter_HalfOfTheTokensAreGone_IsNoneUntilSuccessesBringThemBack()
    {
        var settings = Settings;
        (settings.MaxTokens, settings.TokenRatio) = (10, 0.5);
        var policy = RetryPolicy.Of(settings)!;
        Enumerable.Range(0, 4).Select(_ => Wait(policy)).ShouldAllBe(wait => wait != null);

        policy.WaitAfter(new(StatusCode.Unavailable, 1, 1, Pause: null), isFinal: false, out var throttled).ShouldBeNull();
        throttled.ShouldBeTrue();

        Enumerable.Range(0, 4).ToList().ForEach(_ => policy.Succeeded()); // 5 + 2
        Wait(policy).ShouldNotBeNull();
    }

    [Theory]
    [InlineData("UNAVAILABLE", StatusCode.Unavailable)]
    [InlineData(" resource_exhausted ", StatusCode.ResourceExhausted)]
    [InlineData("DeadlineExceeded", StatusCode.DeadlineExceeded)]
    [InlineData("CANCELLED", StatusCode.Cancelled)]
    [InlineData("14", StatusCode.Unavailable)]
    public void TryParse_NamesOfGrpc_AreStatuses(string text, StatusCode expected)
    {
        RetryPolicy.TryParse(text, out var status).ShouldBeTrue();
        status.ShouldBe(expected);
    }

    [Theory]
    [InlineData("OK")]
    [InlineData("0")]
    [InlineData("17")]
    [InlineData("")]
    [InlineData("503")]
    public void TryParse_NoFailure_IsRefused(string text) => RetryPolicy.TryParse(text, out _).ShouldBeFalse();

    private static TimeSpan? Wait(RetryPolicy policy, StatusCode status = StatusCode.Unavailable, int attempts = 1) =>
        policy.WaitAfter(new(status, attempts, attempts, Pause: null), isFinal: false, out _);
}
