using Analyzer.Core;
using Hosting.Lifetime;
using Storage.Compliance;

namespace Analyzer.Service.Tests.Commands;

public sealed class ExportTests : IDisposable
{
    private readonly Workshop _workshop = new();

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => _workshop.Dispose();

    [Fact]
    public async Task Export_Store_WritesEveryReportOldestFirst()
    {
        var reports = Workshop.Some(2500); // more than two pages
        var store = await _workshop.StoreAsync("store", reports);

        var (code, output, messages) = await Workshop.RunAsync($"export {store}");

        code.ShouldBe(ExitCode.Done, messages);
        output.Split('\n')[..^1].ShouldBe(Workshop.Lines(reports));
        messages.ShouldContain("2,500 reports");
    }

    [Fact]
    public async Task Export_FileCutInALine_GoesOnAfterTheLastWholeOne()
    {
        var reports = Workshop.Some(1500);
        var store = await _workshop.StoreAsync("store", reports);
        var path = _workshop.File("reports.ndjson");
        (await Workshop.RunAsync($"export {path} {store}")).Code.ShouldBe(ExitCode.Done);
        await using (var file = File.OpenWrite(path))
        {
            file.SetLength((file.Length / 2) + 7);
        }

        var (code, output, messages) = await Workshop.RunAsync($"export {path} {store}");

        code.ShouldBe(ExitCode.Done, messages);
        output.ShouldBeEmpty();
        var lines = await File.ReadAllLinesAsync(path, Cancellation);
        lines.ShouldBeSubsetOf(Workshop.Lines(reports));
        lines.Distinct().Count().ShouldBe(reports.Length);
        lines[^1].ShouldBe(Workshop.Line(reports[^1]));
    }

    [Fact]
    public async Task Export_FileOfLastWeek_AddsWhatIsNewAndNothingElse()
    {
        var old = TimeProvider.System.GetUtcNow().AddDays(-7);
        var reports = Workshop.Some(30).Select((report, i) => report with { AnalyzedAt = Whole(old.AddSeconds(i)) }).ToArray();
        var store = await _workshop.StoreAsync("store", reports[..20]);
        var path = _workshop.File("reports.ndjson");
        await Workshop.RunAsync($"export {path} {store}");
        await _workshop.StoreAsync("store", reports[20..]);

        await Workshop.RunAsync($"export {path} {store}");

        (await File.ReadAllLinesAsync(path, Cancellation)).ShouldBe(Workshop.Lines(reports));
    }

    [Fact]
    public async Task Export_LastReportIsOfThisMinute_TakesThatMinuteAgain()
    {
        // A save that was still under way when the file was written may have an earlier time than the last that was in it.
        var now = Whole(TimeProvider.System.GetUtcNow());
        var late = Reports.Make(1) with { AnalyzedAt = now.AddSeconds(-2) };
        var early = Reports.Make(2) with { AnalyzedAt = now.AddSeconds(-1) };
        var store = await _workshop.StoreAsync("store", early);
        var path = _workshop.File("reports.ndjson");
        await Workshop.RunAsync($"export {path} {store}");
        await _workshop.StoreAsync("store", late);

        await Workshop.RunAsync($"export {path} {store}");

        (await File.ReadAllLinesAsync(path, Cancellation)).ShouldBe(Workshop.Lines([early, late, early]));
    }

    [Theory]
    [InlineData("some notes")]
    [InlineData("some notes\n")]
    public async Task Export_FileOfSomethingElse_IsRefusedAndLeftAlone(string content)
    {
        var store = await _workshop.StoreAsync("store", Workshop.Some(3));
        var path = _workshop.File("notes.txt");
        await File.WriteAllTextAsync(path, content, Cancellation);

        var (code, _, messages) = await Workshop.RunAsync($"export {path} {store}");

        code.ShouldBe(ExitCode.NotDone);
        messages.ShouldContain("is not an export");
        (await File.ReadAllTextAsync(path, Cancellation)).ShouldBe(content);
    }

    [Fact]
    public async Task Export_Stopped_LeavesWholeLinesToGoOnFrom()
    {
        var store = await _workshop.StoreAsync("store", Workshop.Some(5));
        var path = _workshop.File("reports.ndjson");
        using var stop = new CancellationTokenSource();
        await stop.CancelAsync();

        (await Workshop.RunAsync($"export {path} {store}", stop: stop.Token)).Code.ShouldBe(ExitCode.Interrupted);
        (await Workshop.RunAsync($"export {path} {store}")).Code.ShouldBe(ExitCode.Done);

        (await File.ReadAllLinesAsync(path, Cancellation)).Length.ShouldBe(5);
    }

    [Fact]
    public async Task Export_BesideTheRunningService_HasWhatItAcknowledged()
    {
        await using var host = await AnalyzerHost.StartAsync();
        await host.ShouldTakeAFileAsync();

        var lines = await Workshop.LinesAsync($"--Analyzer:DataDirectory={host.DataDirectory}");

        var report = (await host.Store.ListAsync(new ReportQuery(), Cancellation).Within()).Reports.ShouldHaveSingleItem();
        lines.ShouldBe([Workshop.Line(report.Report)]);
        await host.ShouldTakeAFileAsync();
    }

    [Fact]
    public async Task Export_NoStore_SaysSoAndMakesNone()
    {
        var (code, _, messages) = await Workshop.RunAsync($"export --Analyzer:DataDirectory={_workshop.File("nothing")}");

        code.ShouldBe(ExitCode.NotDone);
        messages.ShouldContain("cannot be opened");
        Directory.Exists(_workshop.File("nothing")).ShouldBeFalse();
    }

    private static DateTimeOffset Whole(DateTimeOffset time) => DateTimeOffset.FromUnixTimeMilliseconds(time.ToUnixTimeMilliseconds());
}
