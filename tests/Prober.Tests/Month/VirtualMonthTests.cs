using Prober.Engine.Timelines;

namespace Prober.Tests.Month;

/// <summary>
/// Targets, outages, pauses, a clock that is set, restarts and reloads at virtual time, through the engine, the history's file and what a
/// restart makes of it: every window equals what the rules of time say of the evidence, to the millisecond.
/// </summary>
public sealed class VirtualMonthTests
{
    [Fact]
    public Task ADay_OfTwentyTargets_EqualsTheOracle() => RunAsync(seed: 1, targets: 20, days: 1, shortest: 20);

    [Fact]
    [Trait("Category", "Nightly")]
    public Task AMonth_OfAThousandTargets_EqualsTheOracle() => RunAsync(seed: 2, targets: 1000, days: 30, shortest: 300);

    private static async Task RunAsync(int seed, int targets, int days, int shortest)
    {
        using var folder = new TempDirectory("prober-month");
        var random = new Random(seed);
        await using var month = new VirtualMonth(random, folder.Combine("prober.db"), targets, shortest);
        var length = days * 86_400L;
        var (start, restarts) = (month.Now, 0);
        await month.StartAsync();
        var events = 0;
        for (var passed = 0L; passed < length; events++)
        {
            var span = random.Next(200, 20_000);
            month.Run(span);
            passed += span;
            switch (events < 5 ? events : random.Next(5)) // each of them in the shortest run, too
            {
                case 0:
                    month.Stall(random.Next(2, 3000));
                    break;
                case 1:
                    await month.StopAsync();
                    month.Pass(random.Next(0, 5000));
                    await month.StartAsync();
                    restarts++;
                    break;
                case 2:
                    await month.ReloadAsync();
                    break;
                case 3:
                    month.Sleep(random.Next(2, 3000));
                    break;
                default:
                    month.Maintain(random.Next(60, 7200));
                    break;
            }
        }

        // Old evidence expires at the next probe that is due; a restart ends it now.
        await month.StopAsync();
        month.Pass(1);
        await month.StartAsync();
        restarts.ShouldBePositive();
        var seen = new List<Availability>();
        foreach (var target in month.Targets)
        {
            var oracle = new EvidenceOracle(target, month.Pauses, month.MaintenanceOf(target));
            for (var i = 0; i < 5; i++)
            {
                var (one, other) = (random.NextInt64(start, month.Now + 1), random.NextInt64(start, month.Now + 1));
                var window = i == 0 ? new TimeRange(start, month.Now) : new(Math.Min(one, other), Math.Max(one, other));

                var (measured, known) = await month.MeasureAsync(target, window);

                measured.ShouldBe(oracle.Measure(window), $"{target.Name}, window {i}: {window}");
                (measured.Up + measured.Down + measured.Unknown + measured.Maintenance).ShouldBe(window.Length);
                var up = known.Sum(part => target.UpTime(part.Range));
                up.ShouldBeInRange(
                    measured.Up - measured.UpInDoubt, measured.Up + measured.DownInDoubt, $"{target.Name}, truth in {window}");
                if (i == 0)
                {
                    seen.Add(measured);
                }
            }
        }

        // It was a month in which everything happened.
        long[] times =
        [
            seen.Sum(one => one.Up), seen.Sum(one => one.Down), seen.Sum(one => one.Unknown), seen.Sum(one => one.Maintenance),
            seen.Sum(one => one.UpInDoubt), seen.Sum(one => one.DownInDoubt),
        ];
        times.ShouldAllBe(time => time > 0);
    }
}
