using Prober.Features.History.Storage;
using Prober.Features.Notifications;

namespace Prober.Tests.Notifications;

public sealed class OutboxTests
{
    private const string Body = """{"kind":"change","state":"down","at":"2026-11-22T00:00:00+00:00","cause":"refused"}""";

    [Fact]
    public void Next_WhileAnEarlierOneOfItsTargetWaits_IsAnotherTargets()
    {
        OutboxRow[] rows = [Row(1, target: 1, due: 50), Row(2, target: 1, due: 0), Row(3, target: 2, due: 0)];

        Outbox.Next(rows, 10)!.Id.ShouldBe(3);
        Outbox.Next(rows, 50)!.Id.ShouldBe(1);
        Outbox.Next(rows[..2], 10).ShouldBeNull();
    }

    /// <summary>A message about several may be about any: what comes after it must not arrive before it.</summary>
    [Fact]
    public void Next_WhileAMessageAboutSeveralWaits_IsNone()
    {
        OutboxRow[] rows = [Row(1, target: 2, due: 50), Row(2, target: OutboxRow.Several, due: 50), Row(3, target: 1, due: 0)];

        Outbox.Next(rows, 10).ShouldBeNull();
        Outbox.Next(rows[1..], 50)!.Id.ShouldBe(2);
        Outbox.Next(rows[..1], 50)!.Id.ShouldBe(1);
    }

    /// <summary>A report that a receiver refuses, because it is too long for it, must not keep outages from people.</summary>
    [Fact]
    public void Next_WhileAReportWaits_IsWhatComesAfterIt()
    {
        var report = Row(1, OutboxRow.Several, due: 50) with { Kind = NoticeKind.Report };
        OutboxRow[] rows = [report, Row(2, target: 1, due: 0), Row(3, target: OutboxRow.Several, due: 0)];

        Outbox.Next(rows, 10)!.Id.ShouldBe(2);
        Outbox.Next([report, rows[2]], 10)!.Id.ShouldBe(3);
        Outbox.Next(rows, 50)!.Id.ShouldBe(1);
    }

    [Fact]
    public void Storm_TwentyChangesInTenSeconds_IsNone()
    {
        var rows = Enumerable.Range(0, 20).Select(number => Row(number, number, 0, number * 500)).ToList();

        Outbox.Storm(rows[0], rows).ShouldBeEmpty();
    }

    [Fact]
    public void Storm_MoreChangesInTenSeconds_TakesThemAndWhatTheirTargetsStillWaitFor()
    {
        List<OutboxRow> rows =
        [
            Row(1, target: 3, due: 99_999, made: -50_000), // in retry, of a target that changes again
            Row(2, target: 900, due: 99_999, made: -50_000), // of another
            Row(3, target: 5, due: 99_999, made: -40_000) with { Kind = NoticeKind.Reminder }, // of an outage that is over
            .. Enumerable.Range(10, 25).Select(number => Row(number, number - 9, 0, (number - 10) * 400)),
            Row(50, target: 5, due: 0, made: 9_900) with { Kind = NoticeKind.Reminder }, // of the one that is told now
            Row(100, target: 500, due: 0, made: 10_001),
        ];

        var storm = Outbox.Storm(rows[3], rows);

        storm.Select(row => row.Id).ShouldBe([1, 3, .. Enumerable.Range(10, 25).Select(number => (long)number)]);
    }

    /// <summary>A message about shared ones is dropped when another prober tells them; nobody else tells of those that push.</summary>
    [Fact]
    public void Storm_OfSharedAndPushedTargets_TakesThoseOfItsFirst()
    {
        List<OutboxRow> shared = [.. Enumerable.Range(1, 21).Select(number => Row(number, number, 0) with { About = new("http", "a") })];
        List<OutboxRow> pushed = [.. Enumerable.Range(30, 21).Select(number => Row(number, number, 0) with { About = new("push", "b") })];

        Outbox.Storm(shared[0], [.. shared, .. pushed]).ShouldBe(shared);
        Outbox.Storm(pushed[0], [.. shared, .. pushed]).ShouldBe(pushed);
        Outbox.Storm(pushed[0], [.. shared, .. pushed[1..]]).ShouldBeEmpty();
    }

    [Theory]
    [InlineData("push", "push", "push")]
    [InlineData(null, "push", "http")] // as an earlier version joined them
    [InlineData(null, "http", "http")]
    public void KindOf_Storm_IsPushIfAllAre(string? kind, string first, string second)
    {
        var targets = new[] { first, second }.Select(each => new NoticeTarget(each, "a", "", new Dictionary<string, string>()));
        var storm = new Notice(NoticeKind.Storm, null, DateTimeOffset.UnixEpoch, "") { Summary = new(21, 0, [.. targets]) };

        Outbox.KindOf(Row(1, OutboxRow.Several, 0) with { Kind = NoticeKind.Storm, Body = $"{storm}" }).ShouldBe(kind);
    }

    [Fact]
    public void PauseAfter_Failures_IsTheRetryIntervalAndThenDoublesUpToTenMinutes()
    {
        var notifier = new NotifierDefinition("n", [""], false, TimeSpan.FromSeconds(1), 3, TimeSpan.FromSeconds(5), null!);

        int[] attempts = [1, 3, 4, 5, 9, 10, 1000];
        attempts.Select(count => notifier.PauseAfter(count).TotalSeconds).ShouldBe([5, 5, 10, 20, 320, 600, 600]);
        notifier.PauseAfter(1, TimeSpan.FromSeconds(90)).TotalSeconds.ShouldBe(90);
        notifier.PauseAfter(1, TimeSpan.FromSeconds(1)).TotalSeconds.ShouldBe(5);
        notifier.PauseAfter(1, TimeSpan.FromDays(400)).TotalSeconds.ShouldBe(3600);
    }

    private static OutboxRow Row(long id, long target, long due, long made = 0) => new(id, target, NoticeKind.Change, made, due, 0, Body);
}
