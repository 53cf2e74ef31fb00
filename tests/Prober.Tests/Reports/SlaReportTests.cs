using System.Text.Json.Nodes;
using Microsoft.Extensions.Logging.Abstractions;
using Prober.Features.Notifications;
using Prober.Features.Reports;
using Prober.Tests.Alerts;

namespace Prober.Tests.Reports;

/// <summary>The report of the availability is in the outbox once its time has come, and not before.</summary>
public sealed class SlaReportTests : AlertBookHarness
{
    private const long Day = 24L * 60 * 60 * 1000;

    [Theory]
    [InlineData("Daily", 1)]
    [InlineData("Weekly", 7)]
    [InlineData("Monthly", 31)]
    public async Task Report_OnItsSchedule_IsSentOnce(string every, int days)
    {
        await Keeper.StartAsync(TestContext.Current.CancellationToken);
        Notifiers.Use([Receiver("boss", new(false)), Receiver("pager", new(KeepsAlerts: true))]);
        await Keeper.AddAsync(writer => writer.Watch(Key, Now, 1000, "{}")).Within();
        using var reporting = new SlaReportService(
            History, Keeper, Notifiers, Book, Time, NullLogger<SlaReportService>.Instance);
        reporting.Use(new(Enum.Parse<SlaPeriod>(every), new(23, 59), TimeZoneInfo.Utc, ["ops"]));
        await reporting.StartAsync(TestContext.Current.CancellationToken);

        Time.Pass(days * Day); // the clock begins on Sunday, 1 November 2026

        await Deadline.UntilAsync(() => Sent().Count > 0);
        await reporting.StopAsync(CancellationToken.None).Within();
        var message = JsonNode.Parse(Sent().ShouldHaveSingleItem())!;
        ((string?)message["kind"]).ShouldBe(NoticeKind.Report);
        $"{message}".ShouldContain($"Availability, {every.ToLowerInvariant()}: 1 target\"");
        $"{message}".ShouldContain("tcp shop: unknown");
        Sent("pager").ShouldBeEmpty(); // nobody would close it there

        List<string> Sent(string receiver = "boss") => History.Read(reader => reader.Outbox(receiver, 10)).ConvertAll(row => row.Body);
    }

    private static NotifierDefinition Receiver(string name, Unused notifier) =>
        new(name, ["ops"], false, TimeSpan.FromSeconds(1), 3, TimeSpan.FromSeconds(5), notifier);

    private sealed record Unused(bool KeepsAlerts) : INotifier
    {
        public Task<string?> SendAsync(Notice notice, string id, CancellationToken cancellationToken) => throw new NotSupportedException();
    }
}
