using Load.Commands;
using Load.Machine;
using Load.Results.Summary;
using Load.Systems.Analyzer;
using Load.Tests.Commands;
using Load.Tests.Comparing;
using Load.Tests.Reports;

namespace Load.Tests.History;

public sealed class RowHistoryTests : IDisposable
{
    private readonly TempDirectory _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Invoke_ARowThatBecameSlower_NamesTheCommit()
    {
        for (var i = 0; i < 10; i++)
        {
            Write(i, i < 6 ? 100 + i % 2 : 120 + i % 2, i < 6 ? "1.0.0+aaaaaaaaaa11" : "1.0.0+bbbbbbbbbb22");
        }

        var (code, said) = await InvokeAsync("history", _folder.Path, "--row", "row");

        code.ShouldBe(0);
        said.ShouldContain("1.0.0+aaaaaaaaaa against 1.0.0+bbbbbbbbbb");
        said.ShouldContain("1.20×");
        said.ShouldContain("1 change of level.");
    }

    [Fact]
    public async Task Invoke_SmokeRun_IsLeftOutWithItsReason()
    {
        Write(0, 100, "1.0.0+a");
        Write(1, 900, "1.0.0+a", isSmoke: true);

        var (code, said) = await InvokeAsync("history", _folder.Path);

        code.ShouldBe(0);
        said.ShouldContain("row: cpu, 1 run");
        said.ShouldContain("made with --smoke");
    }

    [Fact]
    public async Task Invoke_RunsThatDoNotCompare_AreLeftOutEachWithItsReason()
    {
        Write(0, 900, "1.0.0+a", change: run => run with { Environment = run.Environment with { Machine = "Other CPU" } });
        Write(1, 900, "1.0.0+a", change: run => run with { Environment = run.Environment with { Runtime = ".NET 9" } });
        Write(2, 900, "1.0.0+a", change: run => run with
        {
            Environment = run.Environment with { Others = new() { ["corpus"] = Rows.Text("generated"), ["store"] = Rows.Text("elastic") } },
        });
        Write(3, 900, "1.0.0+a", change: run => run with { Interrupted = "Ctrl+C" });
        Write(4, 900, "1.0.0+a", change: run => run with { Rows = [run.Rows[0] with { Failed = 3 }] });
        Write(5, 100, "1.0.0+a");
        Write(6, 101, "1.0.0+b");

        var (code, said) = await InvokeAsync("history", _folder.Path);

        code.ShouldBe(0);
        said.ShouldContain("row: cpu, 2 runs");
        said.ShouldContain("Left out: run 0: machine was Other CPU, and in the newest run it is Test CPU.");
        said.ShouldContain("Left out: run 1: runtime was .NET 9, and in the newest run it is .NET 10.");
        said.ShouldContain("Left out: run 2: store was elastic, and in the newest run it is sqlite.");
        said.ShouldContain("Left out: run 3: partial: Ctrl+C.");
        said.ShouldContain("Left out: run 4: 3 requests failed.");
    }

    [Fact]
    public async Task Invoke_NoSuchRowOrFolder_SaysWhatThereIs()
    {
        Write(0, 100, "1.0.0+a");

        var (code, said) = await InvokeAsync("history", _folder.Path, "--row", "other");
        code.ShouldBe(2);
        said.ShouldContain("there are: row");

        (code, said) = await InvokeAsync("history", Path.Combine(_folder.Path, "none"));
        code.ShouldBe(2);
        said.ShouldContain("there is no folder");
    }

    /// <summary>Without a figure there is no level, and none that has not changed.</summary>
    [Fact]
    public async Task Invoke_NoRunThatCounts_IsToldWhy()
    {
        Write(0, 100, "1.0.0+a", isSmoke: true);

        var (code, said) = await InvokeAsync("history", _folder.Path);

        code.ShouldBe(LabExitCode.NotDone);
        said.ShouldContain("counts (run 0: made with --smoke); --figure shows cpu, rate or p99.");
    }

    [Fact]
    public async Task Invoke_RunsWithoutRows_AreToldAsSuch()
    {
        Write(0, 100, "1.0.0+a", change: run => run with { Rows = [] });

        var (code, said) = await InvokeAsync("history", _folder.Path);

        code.ShouldBe(LabExitCode.NotDone);
        said.ShouldContain("has a row; each was stopped before one was measured.");
    }

    private void Write(
        int day, double cpu, string build, bool isSmoke = false, Func<SummaryDocument, SummaryDocument>? change = null)
    {
        var run = Runs.Document(Runs.Row("row", Runs.Repeat(1, cpu, 50), Runs.Repeat(2, cpu * 1.01, 50)));
        run = run with
        {
            Id = $"run {day}",
            StartedAt = run.StartedAt.AddDays(day),
            IsSmoke = isSmoke,
            Environment = run.Environment with { Build = build },
        };
        var folder = Directory.CreateDirectory(Path.Combine(_folder.Path, $"{day}"));
        File.WriteAllBytes(Path.Combine(folder.FullName, "summary.json"), SummaryJson.Write(change?.Invoke(run) ?? run));
    }

    private static async Task<(int Code, string Said)> InvokeAsync(params string[] arguments)
    {
        var said = new StringWriter();
        var code = await Invocation.InvokeAsync(
            LabCommand.Create([new AnalyzerSystem()], (_, _) => Task.FromResult(7)), arguments, new() { Output = said, Error = said },
            TestContext.Current.CancellationToken);
        return (code, said.ToString());
    }
}
