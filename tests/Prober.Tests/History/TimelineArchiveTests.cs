using Prober.Engine.Probing.Tcp;
using Prober.Engine.Timelines;
using Prober.Engine.Watching;
using Prober.Features.History;
using Prober.Features.History.Storage;

namespace Prober.Tests.History;

public sealed class TimelineArchiveTests : IAsyncDisposable
{
    private const long Hour = 3_600_000;
    private static readonly long Start = new DateTimeOffset(2026, 11, 1, 0, 0, 0, TimeSpan.Zero).ToUnixTimeMilliseconds();

    private readonly TempDirectory _folder = new("prober-archive");
    private readonly HistoryFile _file;
    private readonly TimelineArchive _archive;
    private readonly WatchedTarget _target = new(new("shop", new TcpProbe("127.0.0.1", 9)), Start);

    public TimelineArchiveTests()
    {
        _file = HistoryFile.Open(new() { Path = _folder.Combine("prober.db") }, TimeProvider.System);
        _archive = new(_file);
    }

    private TargetKey Key => new(_target.Definition.Kind, _target.Definition.Name);

    public async ValueTask DisposeAsync()
    {
        await _file.DisposeAsync();
        _folder.Dispose();
    }

    [Fact]
    public async Task Find_AmongManyPauses_TakesThoseOfTheWindow()
    {
        TimeRange[] pauses = [Pause(0), Pause(10), Pause(30), Pause(50)];
        foreach (var pause in pauses)
        {
            _archive.Add(pause);
            await _file.WriteAsync(writer => writer.Pause(pause, "away")).Within();
        }

        (await FindAsync(29, 53)).Pauses.ShouldBe(pauses[2..]);
        (await FindAsync(-1, 20)).Pauses.ShouldBe(pauses[..2]); // from the file
        (await FindAsync(-1, 53)).Parts(new(Start, Start + (53 * Hour))).ShouldNotBeEmpty();
    }

    [Fact]
    public async Task Find_OlderThanMemory_ReadsOnlyItsTarget()
    {
        var change = new StateChange(Start, TargetState.Up, 0, "");
        await _file.WriteAsync(writer =>
        {
            writer.Watch(new("tcp", "other"), Start, 10_000, "no labels"); // whoever reads it fails
            writer.Change(Key, change);
        }).Within();
        _archive.Add(Pause(48)); // memory ends a day before

        (await FindAsync(0, 1)).Changes.ShouldBe([change]);
    }

    private static TimeRange Pause(int hour) => new(Start + (hour * Hour), Start + (hour * Hour) + 5000);

    private ValueTask<TargetTimeline> FindAsync(int from, int to) => _archive.FindAsync(
        _target, new(Start + (from * Hour), Start + (to * Hour)), TestContext.Current.CancellationToken);
}
