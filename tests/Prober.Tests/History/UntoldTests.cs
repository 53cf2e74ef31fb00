using Prober.Features.History;
using Prober.Features.History.Storage;
using Prober.Features.Notifications;

namespace Prober.Tests.History;

/// <summary>Of which targets no receiver knows yet what happened.</summary>
public sealed class UntoldTests : IDisposable
{
    private static readonly TargetKey Shop = new("http", "shop");
    private static readonly long Start = new DateTimeOffset(2026, 11, 1, 0, 0, 0, TimeSpan.Zero).ToUnixTimeMilliseconds();

    private readonly TempDirectory _folder = new("prober-untold");

    public void Dispose() => _folder.Dispose();

    /// <summary>A receiver that is away for ever must not make the others unheard.</summary>
    [Fact]
    public async Task Untold_OneNotifierHasTheMessageAndAnotherNot_NamesOnlyNewerChanges()
    {
        await using var file = Open();
        await file.WriteAsync(writer =>
        {
            writer.Watch(Shop, Start, 10_000, "{}");
            writer.Send(Shop, "alive", NoticeKind.Change, Start, Start, "{}");
            writer.Send(Shop, "away", NoticeKind.Change, Start, Start, "{}");
        }).Within();
        file.Read(reader => reader.Untold(NoticeKind.Change)).ShouldBe([Shop]);

        await file.WriteAsync(writer => writer.Delivered(writer.Reader.Outbox("alive", 1)[0].Id, Start)).Within();
        file.Read(reader => reader.Untold(NoticeKind.Change)).ShouldBeEmpty();

        await file.WriteAsync(writer => writer.Send(Shop, "away", NoticeKind.Change, Start + 1, Start + 1, "{}")).Within();
        file.Read(reader => reader.Untold(NoticeKind.Change)).ShouldBe([Shop]);
    }

    /// <summary>A message about several targets tells of each of them, after a restart too.</summary>
    [Fact]
    public async Task Untold_MessagesThatWereJoined_AreThoseOfEachTargetUntilAReceiverHasThem()
    {
        await using (var file = Open())
        {
            await file.WriteAsync(writer =>
            {
                writer.Watch(Shop, Start, 10_000, "{}");
                foreach (var notifier in (string[])["alive", "away"])
                {
                    writer.Send(Shop, notifier, NoticeKind.Change, Start, Start, "{}");
                    writer.Send(Shop, notifier, NoticeKind.Change, Start + 5, Start, "{}");
                }

                writer.Join(writer.Reader.Outbox("alive", 10), NoticeKind.Storm, Start + 9, "{}");
            }).Within();
            await file.WriteAsync(writer => writer.Drop(writer.Reader.Outbox("away", 1)[0].Id)).Within();
        }

        await using var next = Open();
        next.Read(reader => reader.Untold(NoticeKind.Change)).ShouldBe([Shop]);
        var storm = next.Read(reader => reader.Outbox("alive", 10)).ShouldHaveSingleItem();
        next.Read(reader => reader.Joined(storm.Id)).ShouldBe([(Shop, Start + 5)]);

        await next.WriteAsync(writer => writer.Delivered(storm.Id, Start + 10)).Within();

        next.Read(reader => reader.Untold(NoticeKind.Change)).ShouldBeEmpty(); // although another notifier is away
        await HistoryRetention.PruneAsync(
            next, TimeSpan.FromDays(1), DateTimeOffset.FromUnixTimeMilliseconds(Start).AddDays(9), TestContext.Current.CancellationToken)
            .Within();
        next.Read(reader => reader.Joined(storm.Id)).ShouldBeEmpty();
    }

    private HistoryFile Open() => HistoryFile.Open(new() { Path = _folder.Combine("prober.db") }, TimeProvider.System);
}
