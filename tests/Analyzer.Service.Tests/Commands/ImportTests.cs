using System.Text;
using Analyzer.Core;
using Analyzer.Service.Features.Commands;
using Hosting.Lifetime;
using Storage.Compliance;

namespace Analyzer.Service.Tests.Commands;

public sealed class ImportTests : IDisposable
{
    private readonly Workshop _workshop = new();

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    private string Settings => $"--Analyzer:DataDirectory={_workshop.File("into")}";

    public void Dispose() => _workshop.Dispose();

    [Fact]
    public async Task Import_Export_IsTheSameStore()
    {
        var reports = Workshop.Some(3000);
        var export = await ExportAsync(reports);

        var (code, output, messages) = await Workshop.RunAsync($"import {Settings}", export);

        code.ShouldBe(ExitCode.Done, messages);
        output.ShouldBeEmpty();
        messages.ShouldContain("3,000 new, 0 replaced an older engine's, 0 known, 0 bad lines");
        (await Workshop.LinesAsync(Settings)).ShouldBe(Workshop.Lines(reports));
    }

    [Fact]
    public async Task Import_Repeated_ChangesNothing()
    {
        var path = _workshop.File("reports.ndjson");
        await File.WriteAllBytesAsync(path, await ExportAsync(Workshop.Some(300)), Cancellation);
        await Workshop.RunAsync($"import {path} {Settings}");

        var (code, _, messages) = await Workshop.RunAsync($"import {path} {Settings}");

        code.ShouldBe(ExitCode.Done, messages);
        messages.ShouldContain("0 new, 0 replaced an older engine's, 300 known, 0 bad lines");
    }

    [Fact]
    public async Task Import_OtherEngines_NewerOnesReplaceAndOlderOnesNeverDo()
    {
        await _workshop.StoreAsync("into", Reports.Make(1, engine: 2), Reports.Make(2, engine: 1), Reports.Make(3, engine: 7));

        var (_, _, messages) = await Workshop.RunAsync(
            $"import {Settings}", await ExportAsync(Reports.Make(1, engine: 3), Reports.Make(2, engine: 1), Reports.Make(3, engine: 6)));

        messages.ShouldContain("0 new, 1 replaced an older engine's, 2 known");
        (await Workshop.LinesAsync(Settings))
            .ShouldBe(Workshop.Lines([Reports.Make(1, engine: 3), Reports.Make(2, engine: 1), Reports.Make(3, engine: 7)]));
    }

    [Fact]
    public async Task Import_CutFile_TakesTheWholeLinesAndNamesTheLast()
    {
        var export = await ExportAsync(Workshop.Some(700));

        var (code, _, messages) = await Workshop.RunAsync($"import {Settings}", export[..^20]);

        code.ShouldBe(ExitCode.Found);
        messages.ShouldContain("import: line 700: not a report, or incomplete");
        messages.ShouldContain("699 new");
        (await Workshop.RunAsync($"import {Settings}", export)).Messages
            .ShouldContain("1 new, 0 replaced an older engine's, 699 known, 0 bad lines");
    }

    [Theory]
    [InlineData("nonsense", "not a report, or incomplete")]
    [InlineData("{}", "not a report, or incomplete")]
    [InlineData("null", "not a report, or incomplete")]
    [InlineData("$line extra", "not a report, or incomplete")]
    [InlineData("$line with:\"findings\":null instead of:\"findings\":[]", "not a report, or incomplete")]
    [InlineData("$line with:\"engine\":\"0\" instead of:\"engine\":\"1\"", "a number is too small")]
    [InlineData("$line with:1969- instead of:2026-", "analyzed before 1970")]
    public async Task Import_BadLine_IsNamedByItsNumberAndTheRestIsTaken(string bad, string why)
    {
        var line = Workshop.Line(Reports.Make(9) with { Findings = [] });
        var parts = bad.Replace("$line", line).Split([" with:", " instead of:"], StringSplitOptions.None);
        var text = parts is [var whole, var to, var from] ? whole.Replace(from, to) : parts[0];
        var lines = Workshop.Lines(Workshop.Some(4));

        var (code, _, messages) = await Workshop
            .RunAsync($"import {Settings}", Encoding.UTF8.GetBytes($"{lines[0]}\n\n{text}\r\n{lines[1]}\r\n{lines[2]}"));

        code.ShouldBe(ExitCode.Found);
        messages.ShouldContain($"import: line 3: {why}");
        messages.ShouldContain("3 new, 0 replaced an older engine's, 0 known, 1 bad lines");
    }

    [Fact]
    public async Task Import_LineWithoutEnd_IsPassedOverInBoundedMemory()
    {
        byte[] input = [.. Line(1), (byte)'\n', .. new byte[5 * ReportLines.MaxLength], (byte)'\n', .. Line(2), (byte)'\n'];

        var (code, _, messages) = await Workshop.RunAsync($"import {Settings}", input);

        code.ShouldBe(ExitCode.Found);
        messages.ShouldContain("import: line 2: longer than 1,048,576 bytes.");
        messages.ShouldContain("2 new");
    }

    [Fact]
    public async Task Import_Stopped_KeepsWhatIsThereAndCanBeRepeated()
    {
        using var stop = new CancellationTokenSource();
        await stop.CancelAsync();
        var export = await ExportAsync(Workshop.Some(50));

        (await Workshop.RunAsync($"import {Settings}", export, stop.Token)).Code.ShouldBe(ExitCode.Interrupted);
        (await Workshop.RunAsync($"import {Settings}", export)).Code.ShouldBe(ExitCode.Done);

        (await Workshop.LinesAsync(Settings)).Length.ShouldBe(50);
    }

    [Fact]
    public async Task Import_BesideARunningServiceOnSqlite_IsRefusedAndTheServiceGoesOn()
    {
        await using var host = await AnalyzerHost.StartAsync();

        var (code, _, messages) = await Workshop
            .RunAsync($"import --Analyzer:DataDirectory={host.DataDirectory}", await ExportAsync(Workshop.Some(5)));

        code.ShouldBe(ExitCode.NotDone);
        messages.ShouldContain("Another analyzer writes to");
        await host.ShouldTakeAFileAsync();
        (await host.CountAsync()).ShouldBe(1);
    }

    [Fact]
    public async Task Import_NoSuchFile_SaysSo()
    {
        var (code, _, messages) = await Workshop.RunAsync($"import {_workshop.File("absent.ndjson")} {Settings}");

        code.ShouldBe(ExitCode.NotDone);
        messages.ShouldContain("absent.ndjson");
    }

    private static byte[] Line(int number) => Encoding.UTF8.GetBytes(Workshop.Line(Reports.Make(number)));

    private async Task<byte[]> ExportAsync(params AnalysisReport[] reports)
    {
        var from = await _workshop.StoreAsync($"from-{Guid.NewGuid():n}", reports);
        return Encoding.UTF8.GetBytes((await Workshop.RunAsync($"export {from}")).Output);
    }
}
