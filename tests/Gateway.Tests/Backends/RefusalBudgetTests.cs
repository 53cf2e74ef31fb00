using Analyzer.Contract;
using Gateway.Features.Backends;
using Hosting.Errors;

namespace Gateway.Tests.Backends;

public sealed class RefusalBudgetTests
{
    private static readonly Error Busy = new(ErrorKinds.Busy, "Too much.", TimeSpan.FromSeconds(1));

    private readonly ManualTime _time = new();
    private readonly Queue<int> _ends = [];
    private int _millisecond;
    private int _lastEnd;
    private readonly RefusalBudget _budget;

    public RefusalBudgetTests() => _budget = new(_time);

    [Theory]
    [InlineData(0.5, 0)]
    [InlineData(1, 0)]
    [InlineData(1.4, 0)] // its own refusals cost little
    [InlineData(2, 0.25)]
    [InlineData(4, 0.625)]
    [InlineData(40, 0.9625)]
    public void Refuse_BackendTakesAThousandASecond_LeavesItAllThatItTakesAndHalfAsMuchMore(double factor, double refusedHere)
    {
        Send(factor, seconds: 2);

        var (taken, refused, here) = Send(factor, seconds: 4);

        ((double)taken).ShouldBe(Math.Min(1, factor) * 4_000, tolerance: 40);
        refused.ShouldBeLessThanOrEqualTo(2_050);
        (here / (factor * 4_000)).ShouldBe(refusedHere, tolerance: 0.02);
    }

    [Fact]
    public void Refuse_OverloadIsOver_RefusesNoMore()
    {
        Send(10, seconds: 4);

        Send(0.9, seconds: 1).ShouldBe((900, 0, 0));
    }

    [Fact]
    public void Refuse_BackendTakesNothing_AsksItFiveTimesASecond()
    {
        Send(1, seconds: 4, places: 0);

        var (taken, refused, _) = Send(1, seconds: 2, places: 0);

        taken.ShouldBe(0);
        refused.ShouldBe(10);
    }

    [Fact]
    public void Refuse_FewCalls_AllAreAsked()
    {
        for (var i = 0; i < 50; i++)
        {
            _budget.Refuse().ShouldBeNull();
            _budget.Refused(Busy);
            _time.Advance(0.3);
        }
    }

    [Fact]
    public void Refuse_ManyLongCallsAreUnderWayAndNoneWasRefused_AllAreAsked()
    {
        for (var i = 0; i < 10_000; i++)
        {
            _budget.Refuse().ShouldBeNull();
        }
    }

    /// <summary>A backend that answers one call a millisecond, and lets so many wait.</summary>
    /// <returns>How many calls it took, and refused, and how many were refused for it.</returns>
    private (int Taken, int Refused, int Here) Send(double factor, double seconds, int places = 8)
    {
        const double Millisecond = 0.001;
        var (taken, refused, here, due) = (0, 0, 0, 0.0);
        for (var i = 0; i < seconds / Millisecond; i++)
        {
            _time.Advance(Millisecond);
            _millisecond++;
            for (; _ends.TryPeek(out var end) && end <= _millisecond; _ends.Dequeue())
            {
                _budget.Took();
            }

            for (due += factor; due >= 0.999; due--)
            {
                if (_budget.Refuse() is not null)
                {
                    here++;
                }
                else if (_ends.Count < places)
                {
                    taken++;
                    _ends.Enqueue(Math.Max(_millisecond, _lastEnd) + 1);
                    _lastEnd = _ends.Last();
                }
                else
                {
                    refused++;
                    _budget.Refused(Busy);
                }
            }
        }

        return (taken, refused, here);
    }
}
