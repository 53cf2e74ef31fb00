using System.Diagnostics;
using System.Text;
using Analyzer.Core;
using Analyzer.Storage.Sqlite;
using Hosting.Lifetime;

namespace Analyzer.Service.Tests.Commands;

/// <summary>Ctrl+C as the system sends it, to a process of its own.</summary>
public sealed class InterruptionTests : IDisposable
{
    private static readonly AnalysisReport[] Many = Workshop.Some(3000);

    /// <summary>
    /// A shell that starts the tests in the background may have them ignore SIGINT, and their children inherit that: GNU's env undoes it.
    /// </summary>
    private static readonly string[] Launcher = OperatingSystem.IsLinux() ? ["env", "--default-signal=INT"] : ["env"];

    private readonly Workshop _workshop = new();

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => _workshop.Dispose();

    [Fact]
    public async Task Export_SigintWhileItWrites_StopsAfterAWholePageAndGoesOnFromThere()
    {
        SkipWithoutSignals();
        var store = await _workshop.StoreAsync("store", Many);
        using var export = Start($"export {store}");

        // Nobody reads on: the pipe is full, and the command waits in the middle of its pages.
        var first = await export.StandardOutput.ReadLineAsync(Cancellation).AsTask().Within();
        await InterruptAsync(export);
        var written = first + '\n' + await export.StandardOutput.ReadToEndAsync(Cancellation).Within();
        await export.WaitForExitAsync(Cancellation).Within();

        export.ExitCode.ShouldBe(ExitCode.Interrupted, await export.StandardError.ReadToEndAsync(Cancellation));
        var lines = written.Split('\n')[..^1];
        lines.Length.ShouldBeOneOf(1000, 2000); // the signal may arrive a page later than it was sent
        lines.ShouldBe(Workshop.Lines(Many[..lines.Length]));
        var path = _workshop.File("reports.ndjson");
        await File.WriteAllTextAsync(path, written, Cancellation);
        (await Workshop.RunAsync($"export {path} {store}")).Code.ShouldBe(ExitCode.Done);
        (await File.ReadAllLinesAsync(path, Cancellation)).Distinct().ShouldBe(Workshop.Lines(Many));
    }

    [Fact]
    public async Task Import_SigintWhileItReads_StopsWithWholeReportsAndTheSameCommandDoesTheRest()
    {
        SkipWithoutSignals();
        var settings = $"--Analyzer:DataDirectory={_workshop.File("into")}";
        var lines = Workshop.Lines(Many);
        using var import = Start($"import {settings}");
        await import.StandardInput.WriteAsync(string.Join('\n', lines[..1000]) + '\n');
        await import.StandardInput.FlushAsync(Cancellation);
        await UntilStoredAsync(512).Within();

        // Its input stays open: it waits for more, as at a terminal.
        await InterruptAsync(import);
        await import.WaitForExitAsync(Cancellation).Within();

        var said = await import.StandardError.ReadToEndAsync(Cancellation);
        import.ExitCode.ShouldBe(ExitCode.Interrupted, said);
        said.ShouldContain("import: stopped after");
        said.ShouldContain("The same command again does the rest.");
        var stored = await Workshop.LinesAsync(settings);
        stored.ShouldBe(lines[..stored.Length]);
        stored.Length.ShouldBeInRange(512, 1000);
        (await Workshop.RunAsync($"import {settings}", Encoding.UTF8.GetBytes(string.Join('\n', lines)))).Messages
            .ShouldContain($"{Many.Length - stored.Length:n0} new, 0 replaced an older engine's, {stored.Length:n0} known, 0 bad lines");
        (await Workshop.LinesAsync(settings)).ShouldBe(lines);
    }

    private static void SkipWithoutSignals() => Assert.SkipWhen(OperatingSystem.IsWindows(), "there are no signals on Windows");

    private static Process Start(string arguments) => Process.Start(
        new ProcessStartInfo(
            Launcher[0], [.. Launcher[1..], "dotnet", typeof(AnalyzerApp).Assembly.Location, .. arguments.Split(' ')])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;

    private static async Task InterruptAsync(Process process)
    {
        using var kill = Process.Start("kill", ["-INT", $"{process.Id}"]);
        await kill.WaitForExitAsync(Cancellation).Within();
        kill.ExitCode.ShouldBe(0);
    }

    private async Task UntilStoredAsync(int reports)
    {
        var path = _workshop.File(Path.Combine("into", "reports.db"));
        while (true)
        {
            try
            {
                using var reader = SqliteReportReader.Open(new SqliteStoreOptions { Path = path });
                if ((await reader.ListAsync(new ReportQuery(ReportQuery.MaxLimit), Cancellation)).Reports.Count >= reports)
                {
                    return;
                }
            }
            catch (Exception exception) when (exception is StoreUnavailableException or StoreRefusedException)
            {
                // Not there yet, or just being made.
            }

            await Task.Delay(TimeSpan.FromMilliseconds(20), Cancellation);
        }
    }
}
