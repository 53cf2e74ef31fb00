using Hosting.Settings;
using Microsoft.Extensions.Options;
using Sigma.Engine.Evaluation;
using Sigma.Streams.Alerts;
using Sigma.Streams.Delivering;
using Sigma.Streams.Flow;
using Sigma.Streams.Metrics;
using Sigma.Streams.Settings;

namespace Sigma.Streams.Tests;

/// <summary>The bounds of what is held back.</summary>
public sealed class ThrottleTests : IDisposable
{
    private const int RecordBytes = 1 << 20;
    private const int Groups = 20;

    private static readonly Delivery NoDelivery = new([], [], [], []);

    private readonly TempDirectory _folder = new();

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Pass_MoreBytesThanMayBeHeld_LetsThoseGoWhoseTimeBeganFirst()
    {
        var throttle = NewThrottle(maxBytes: 10 * RecordBytes);
        throttle.Pass(Alerts(offset: 0)).Count.ShouldBe(Groups);

        var passed = throttle.Pass(Alerts(offset: 1));

        passed.Select(alert => alert.Fields[0].Text).ShouldBe(Enumerable.Range(0, passed.Count).Select(group => $"{group}"));
        passed.Count.ShouldBe(Groups - 9);
        passed.ShouldAllBe(alert => alert.WasHeld && alert.Event.Offset == 1);
        throttle.ReleaseAll().Count.ShouldBe(9);
    }

    [Fact]
    public async Task Write_MoreThanTheFileHoldsAtFirst_IsNotWrittenAnewForEachChange()
    {
        var throttle = NewThrottle(maxBytes: long.MaxValue);
        var file = new ThrottleFile(Options.Create(new SigmaOptions { DataDirectory = _folder.Path }), throttle);
        throttle.Pass(Alerts(offset: 0));
        throttle.Pass(Alerts(offset: 1));
        await file.WriteAsync(NoDelivery, Cancellation).Within();
        var kept = new FileInfo(_folder.Combine("throttled.ndjson")).Length;

        throttle.Pass([Alert(group: 0, offset: 2)]);
        await file.WriteAsync(NoDelivery, Cancellation).Within();
        new FileInfo(_folder.Combine("throttled.ndjson")).Length.ShouldBeGreaterThan(kept);

        for (var offset = 3; offset < 3 + Groups; offset++)
        {
            throttle.Pass([Alert(group: 0, offset)]);
            await file.WriteAsync(NoDelivery, Cancellation).Within();
        }

        new FileInfo(_folder.Combine("throttled.ndjson")).Length.ShouldBeLessThan(2 * kept);
    }

    private static Throttle NewThrottle(long maxBytes) => new(
        TimeSpan.FromHours(1), maxGroups: 1000, maxBytes, TimeProvider.System,
        new SigmaMetrics(Prometheus.Metrics.NewCustomRegistry(), Options.Create(new HostSettings())));

    private static Alert[] Alerts(long offset) => [.. Enumerable.Range(0, Groups).Select(group => Alert(group, offset))];

    private static Alert Alert(int group, long offset)
    {
        var record = new byte[RecordBytes];
        record.AsSpan().Fill((byte)'7');
        MatchedField[] fields = [new("group", $"{group}", IsText: true)];
        return new("rule", "Any", "high", new("source", 0, offset), DateTimeOffset.UnixEpoch, fields, []) { Record = record };
    }
}
