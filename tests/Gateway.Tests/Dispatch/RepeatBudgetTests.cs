using Gateway.Features.Dispatch;

namespace Gateway.Tests.Dispatch;

public sealed class RepeatBudgetTests
{
    private readonly ManualTime _time = new();

    [Fact]
    public void TryRepeat_AHundredCalls_AllowsTen()
    {
        var budget = new RepeatBudget(_time);
        for (var i = 0; i < 100; i++)
        {
            budget.Called();
        }

        Enumerable.Range(0, 100).Count(_ => budget.TryRepeat()).ShouldBe(10);
    }

    [Fact]
    public void TryRepeat_TenSecondsLater_CountsOnlyWhatCameSince()
    {
        var budget = new RepeatBudget(_time);
        for (var i = 0; i < 100; i++)
        {
            budget.Called();
        }

        while (budget.TryRepeat())
        {
        }

        _time.Advance(11);
        for (var i = 0; i < 20; i++)
        {
            budget.Called();
        }

        Enumerable.Range(0, 100).Count(_ => budget.TryRepeat()).ShouldBe(2);
    }

    [Fact]
    public void TryRepeat_FirstCall_IsAllowedOnce()
    {
        var budget = new RepeatBudget(_time);
        budget.Called();

        budget.TryRepeat().ShouldBeTrue();
        budget.TryRepeat().ShouldBeFalse();
    }
}
