using System.Diagnostics;
using Analyzer.Core;
using Analyzer.Engines;
using Analyzer.Service.Tests.Metrics;

namespace Analyzer.Service.Tests.Retention;

public sealed class RetentionTests
{
    private static readonly DateTimeOffset Now =
        DateTimeOffset.FromUnixTimeMilliseconds(TimeProvider.System.GetUtcNow().ToUnixTimeMilliseconds());

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("Retention:MaxReports=3", 3)]
    [InlineData("Retention:MaxAge=02:30:00", 3)]
    [InlineData("Retention:MaxReports=1000000", 250)]
    [InlineData("Metrics=true", 250)]
    public async Task Start_MoreThanTheSettingKeeps_DeletesTheRestAndSaysSo(string setting, int kept)
    {
        using var folder = new TempDirectory("retention");
        await using (var before = await AnalyzerHost.StartAsync($"DataDirectory={folder.Path}"))
        {
            await Task.WhenAll(Enumerable.Range(0, 250).Select(hours => before.Store.SaveAsync(Report(hours), Token))).Within();
        }

        await using var host = await AnalyzerHost.StartAsync($"DataDirectory={folder.Path}", setting);
        using var clean = host.Log.ExpectClean();

        await UntilAsync(async () => await host.CountAsync() <= kept);

        (await host.CountAsync()).ShouldBe(kept);
        (await host.Store.FindAsync(Report(0).Sha256, Token).Within()).ShouldNotBeNull();
        await UntilAsync(() => Task.FromResult(
            kept == 250 || host.Log.Records.Any(record => record.Message == $"Retention deleted {250 - kept} reports.")));
        var removed = (await host.ScrapeAsync()).Sample("analyzer_reports_removed_total", ("reason", "retention"));
        removed.Value.ShouldBe(250 - kept);
        await host.ShouldTakeAFileAsync();
    }

    [Fact]
    public async Task Stop_DuringARest_DoesNotWaitForIt()
    {
        using var folder = new TempDirectory("retention");
        await using var host = await AnalyzerHost.StartAsync($"DataDirectory={folder.Path}", "Retention:MaxReports=1");
        await host.ShouldTakeAFileAsync();

        await host.StopAsync();

        host.Log.Records.ShouldAllBe(record => !record.Message.StartsWith("Retention"));
    }

    [Theory]
    [InlineData("Retention:MaxAge=00:00:01")]
    [InlineData("Retention:MaxReports=0")]
    public async Task Start_SettingOutOfItsRange_IsRefused(string setting) =>
        (await Should.ThrowAsync<Exception>(() => AnalyzerHost.StartAsync(setting))).ToString().ShouldContain("Retention:Max");

    private static AnalysisReport Report(int hoursAgo)
    {
        using var analysis = new FileAnalysis();
        analysis.Append(BitConverter.GetBytes(hoursAgo));
        return analysis.Complete(Now.AddHours(-hoursAgo), TimeSpan.Zero);
    }

    private static async Task UntilAsync(Func<Task<bool>> condition)
    {
        for (var patience = Stopwatch.StartNew(); !await condition(); await Task.Delay(10, Token))
        {
            patience.Elapsed.ShouldBeLessThan(Deadline.Default);
        }
    }
}
