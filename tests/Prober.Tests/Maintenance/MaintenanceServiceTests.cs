using Microsoft.Extensions.Logging.Abstractions;
using Prober.Engine.Tests.Watching;
using Prober.Engine.Timelines;
using Prober.Features.History;
using Prober.Features.History.Storage;
using Prober.Features.Maintenance;
using Prober.Features.Watching;

namespace Prober.Tests.Maintenance;

public sealed class MaintenanceServiceTests : IAsyncDisposable
{
    private const long Hour = 3_600_000;
    private readonly TempDirectory _folder = new("prober-planned");
    private readonly ManualTime _time = new();
    private readonly HistoryFile _file;
    private readonly HistoryKeeper _keeper;
    private readonly long _begin;

    public MaintenanceServiceTests()
    {
        _begin = _time.GetUtcNow().ToUnixTimeMilliseconds();
        _file = HistoryFile.Open(new() { Path = _folder.Combine("prober.db") }, TimeProvider.System);
        _keeper = new(_file, _time, NullLogger<HistoryKeeper>.Instance);
    }

    public async ValueTask DisposeAsync()
    {
        _keeper.Dispose();
        await _file.DisposeAsync();
        _folder.Dispose();
    }

    [Theory]
    [InlineData(true, 8 * Hour)]
    [InlineData(false, 2 * Hour)]
    public async Task Look_AfterARestart_EndsWhatTheConfigurationNoLongerHas(bool isThere, long length)
    {
        var window = new MaintenanceWindow(
            "Move", new([], [], new Dictionary<string, string>()), TimeZoneInfo.Utc, _time.GetUtcNow().UtcDateTime,
            new HashSet<DayOfWeek>(), default, TimeSpan.FromHours(8));
        await LookAsync(_begin, window);
        await _file.WriteAsync(writer => writer.Live(_begin + Hour)).Within();

        await LookAsync(_begin + (2 * Hour), isThere ? [window] : []);

        var stored = _file.Read(reader => reader.Maintenance(new(0, long.MaxValue)));
        stored.ShouldHaveSingleItem().Range.ShouldBe(new TimeRange(_begin, _begin + length));
    }

    /// <summary>The first look of a prober that starts at a moment.</summary>
    private async Task LookAsync(long now, params MaintenanceWindow[] windows)
    {
        var (calendar, archive) = (new MaintenanceCalendar(), new TimelineArchive(_file));
        calendar.Use(windows);
        archive.Begin(now);
        using var service = new MaintenanceService(calendar, archive, _keeper, null!, _time);
        service.Look(now);
        await _keeper.FlushAsync().Within();
    }
}
