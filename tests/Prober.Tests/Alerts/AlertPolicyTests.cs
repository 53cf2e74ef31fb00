using Prober.Features.Alerts;

namespace Prober.Tests.Alerts;

public sealed class AlertPolicyTests
{
    public static TheoryData<int, int, long[]> Reminders => new()
    {
        { (int)ReminderStrategy.Regular, 1, [1, 2, 3, 4, 5] },
        { (int)ReminderStrategy.Regular, 3, [1, 4, 7, 10, 13] },
        { (int)ReminderStrategy.Increment, 1, [1, 2, 4, 7, 11] },
        { (int)ReminderStrategy.Exponent, 1, [1, 2, 4, 8, 16] },
    };

    /// <summary>The rows of EaseProbe's documentation.</summary>
    [Theory]
    [MemberData(nameof(Reminders))]
    public void Next_ByStrategy_IsEaseProbes(int strategy, int factor, long[] failures)
    {
        var policy = AlertPolicy.Default with { Strategy = (ReminderStrategy)strategy, Factor = factor };

        var found = new List<long> { 1 };
        while (found.Count < failures.Length)
        {
            found.Add(policy.Next(found[^1], found.Count));
        }

        found.ShouldBe(failures);
    }

    /// <summary>The prober looks every two seconds at a job that reports each minute: its reminders come each minute.</summary>
    [Fact]
    public void Reminds_WhereTheProberLooksMoreOften_CountsIntervals()
    {
        var policy = AlertPolicy.Default with { Max = 5, Looks = 30 };
        var (state, sent) = (AlertState.Calm with { IsTold = true, Sent = 1, LastFailure = 1 }, new List<long> { 1 });
        for (var failure = 2; failure <= 300; failure++)
        {
            if (policy.Reminds(state, failure))
            {
                sent.Add(failure);
                state = state with { Sent = state.Sent + 1, LastFailure = failure };
            }
        }

        sent.ShouldBe([1, 31, 61, 91, 121]);
    }

    [Fact]
    public void FlapCounter_SevenChangesInTwentyProbes_IsFlappingUntilTheyAreFewAgain()
    {
        var flaps = FlapCounter.None;
        for (var change = 0; change < 6; change++)
        {
            flaps = Step(flaps, 3, changes: true);
        }

        flaps.IsFlapping.ShouldBeFalse();
        flaps = Step(flaps, 1, changes: true);
        flaps.IsFlapping.ShouldBeTrue();

        flaps = Step(flaps, 10, changes: false);
        flaps.IsCalm.ShouldBeFalse();
        flaps = Step(flaps, 10, changes: false);
        flaps.IsCalm.ShouldBeTrue();
        flaps.IsFlapping.ShouldBeFalse();
    }

    private static FlapCounter Step(FlapCounter flaps, int probes, bool changes)
    {
        var next = changes ? flaps.Change() : flaps;
        for (var probe = 0; probe < probes; probe++)
        {
            next = next.Probe();
        }

        return next;
    }
}
