using Prober.Engine.Scheduling;

namespace Prober.Engine.Tests.Scheduling;

public sealed class ProbeGridTests
{
    [Fact]
    public void Hash_KnownText_IsFnv1a()
    {
        // "foo", NUL, "bar" by the definition's own arithmetic: offset basis, then exclusive or and multiplication for each octet.
        var expected = 14695981039346656037UL;
        foreach (var octet in "foo\0bar"u8)
        {
            expected = unchecked((expected ^ octet) * 1099511628211UL);
        }

        ProbeGrid.Hash("foo", "bar").ShouldBe(expected);
        ProbeGrid.Hash("", "").ShouldBe(unchecked(14695981039346656037UL * 1099511628211UL)); // the zero between them
    }

    [Fact]
    public void NextDue_AnyMoment_IsTheFirstOfTheGridFromThereOn()
    {
        var random = new Random(7);
        for (var i = 0; i < 2000; i++)
        {
            var interval = random.NextInt64(1000, 100_000);
            var phase = random.NextInt64(interval);
            var from = random.NextInt64(1_800_000_000_000, 1_900_000_000_000);

            var due = ProbeGrid.NextDue(from, phase, interval);

            due.ShouldBeInRange(from, from + interval - 1);
            ((due - phase) % interval).ShouldBe(0);
        }
    }

    [Fact]
    public void Phase_ManyNames_SpreadOverTheInterval()
    {
        const int Targets = 20_000;
        const long Interval = 10_000;
        var slots = new int[Interval / 100];
        for (var i = 0; i < Targets; i++)
        {
            slots[ProbeGrid.Phase("http", $"https://site-{i}.example/", Interval) / 100]++;
        }

        // 200 on average, with a standard deviation of 14.
        slots.Min().ShouldBeGreaterThan(200 - (5 * 15));
        slots.Max().ShouldBeLessThan(200 + (5 * 15));
    }
}
