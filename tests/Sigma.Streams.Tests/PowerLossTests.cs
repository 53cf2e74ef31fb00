using Durable;
using Hosting.Settings;
using Microsoft.Extensions.Options;
using Sigma.Engine.Evaluation;
using Sigma.Streams.Alerts;
using Sigma.Streams.Correlating.Log;
using Sigma.Streams.Delivering;
using Sigma.Streams.Flow;
using Sigma.Streams.Metrics;
using Sigma.Streams.Settings;
using Tests.Common.Disks;

namespace Sigma.Streams.Tests;

/// <summary>What a delivery relies on is on the disk before the source hears of it, whenever the power goes.</summary>
public sealed class PowerLossTests
{
    private const int Groups = 4;

    private static readonly Delivery NoDelivery = new([], [], [], []);

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    /// <param name="maxBytes">With the smaller one the file is written anew while alerts are held, with the other when none is.</param>
    [Theory]
    [InlineData(16 << 20)]
    [InlineData(3000)]
    public async Task ThrottleFile_PowerIsLostAnywhere_KeepsTheHeldBackAlerts(long maxBytes)
    {
        List<Dictionary<long, long>> states = [];
        using (var whole = new TempDirectory())
        {
            await HoldAsync(whole.Path, LocalDisk.Instance, maxBytes, throttle => states.Add(CountsOf(throttle)));
        }

        states.Count.ShouldBeGreaterThan(8);
        states[^1].ShouldBeEmpty();
        await PowerLoss.AtEachStepAsync<int>(
            _ => { },
            (folder, disk, reported) => HoldAsync(folder, disk, maxBytes, _ => reported.Add(0)),
            (folder, reported) =>
            {
                var before = reported.Count == 0 ? [] : states[reported.Count - 1];
                var after = states[Math.Min(reported.Count, states.Count - 1)];
                var restored = NewThrottle();
                new ThrottleFile(OptionsIn(folder), restored).Begin();
                var counts = CountsOf(restored);
                foreach (var number in before.Keys.Union(after.Keys).Union(counts.Keys))
                {
                    counts.GetValueOrDefault(number).ShouldBeOneOf(before.GetValueOrDefault(number), after.GetValueOrDefault(number));
                }
            },
            seeds: 4);
    }

    [Fact]
    public async Task MatchLog_PowerIsLostInANewFolder_KeepsWhatWasCommitted() =>
        await PowerLoss.AtEachStepAsync<int>(_ => { }, CommitAsync, (folder, reported) => Check(folder, 0, reported));

    /// <summary>The last commits are of a segment that begins meanwhile.</summary>
    [Fact]
    public async Task MatchLog_PowerIsLostAsASegmentIsFull_KeepsWhatWasCommitted() =>
        await PowerLoss.AtEachStepAsync<int>(
            folder =>
            {
                using var log = OpenLog(folder, _ => { }, null);
                for (var i = 0; i < 150; i++)
                {
                    log.Add(new(MatchRecordKind.Position, DateTimeOffset.UnixEpoch, 0, 0, 0, 0, new string('k', 60_000), []));
                }

                Commit(log, 1000);
            },
            CommitAsync,
            (folder, reported) => Check(folder, 1, reported),
            seeds: 2);

    private static Task CommitAsync(string folder, IDisk disk, List<int> reported)
    {
        using var log = OpenLog(folder, _ => { }, disk);
        for (var number = 0; number < 4; number++)
        {
            Commit(log, number);
            reported.Add(number);
        }

        return Task.CompletedTask;
    }

    private static void Check(string folder, int earlier, IReadOnlyList<int> reported)
    {
        var found = new List<int>();
        using (var log = OpenLog(folder, record => found.Add((int)record.Offset), null))
        {
            found.Skip(earlier).Take(reported.Count).ShouldBe(reported);
            found.Count.ShouldBeLessThanOrEqualTo(earlier + reported.Count + 1);
            Commit(log, 9);
        }

        found.Clear();
        OpenLog(folder, record => found.Add((int)record.Offset), null).Dispose();
        found[^1].ShouldBe(9);
    }

    private static MatchLog OpenLog(string folder, Action<MatchRecord> matched, IDisk? disk) => MatchLog.Open(
        LogIn(folder),
        record =>
        {
            if (record.Kind == MatchRecordKind.Match)
            {
                matched(record);
            }
        },
        disk);

    private static void Commit(MatchLog log, int number)
    {
        log.BeginWhereFull(DateTimeOffset.UnixEpoch, () => []);
        log.Add(new(MatchRecordKind.Match, DateTimeOffset.UnixEpoch, 0, 0, 0, (ulong)number, "", []));
        log.Commit(DateTimeOffset.UnixEpoch, DateTimeOffset.MinValue);
    }

    private static string LogIn(string folder) => Path.Combine(folder, "data", "matches");

    /// <summary>Holds alerts of several groups back, and then delivers them.</summary>
    private static async Task HoldAsync(string folder, IDisk disk, long maxBytes, Action<Throttle> written)
    {
        var throttle = NewThrottle();
        var file = new ThrottleFile(OptionsIn(folder), throttle, disk) { MaxBytes = maxBytes };
        for (var offset = 0; offset < 10; offset++)
        {
            throttle.Pass([Alert(offset % Groups, offset)]);
            await WriteAsync();
        }

        throttle.ReleaseAll().Count.ShouldBe(Groups);
        await WriteAsync();
        throttle.Delivered();
        await WriteAsync();

        async Task WriteAsync()
        {
            await file.WriteAsync(NoDelivery, Token);
            written(throttle);
        }
    }

    private static Dictionary<long, long> CountsOf(Throttle throttle) =>
        throttle.Held.ToDictionary(held => held.Number, held => held.Count);

    private static Throttle NewThrottle() => new(
        TimeSpan.FromHours(1), maxGroups: 1000, long.MaxValue, TimeProvider.System,
        new SigmaMetrics(Prometheus.Metrics.NewCustomRegistry(), Options.Create(new HostSettings())));

    private static IOptions<SigmaOptions> OptionsIn(string folder) =>
        Options.Create(new SigmaOptions { DataDirectory = Path.Combine(folder, "data") });

    private static Alert Alert(int group, long offset)
    {
        var record = new byte[700];
        Array.Fill(record, (byte)'7');
        MatchedField[] fields = [new("group", $"{group}", IsText: true)];
        return new("rule", "Any", "high", new("source", 0, offset), DateTimeOffset.UnixEpoch, fields, []) { Record = record };
    }
}
