using System.CommandLine;
using System.Text.Json.Nodes;
using Hosting.CommandLine;
using Load.Commands;
using Load.Comparing;
using Load.Machine;
using Load.Results.Summary;
using Load.Systems.Analyzer;
using Load.Tests.Comparing;

namespace Load.Tests.Commands;

public sealed class CompareVerbTests : IDisposable
{
    private static readonly Runs Usual = new();

    private readonly TempDirectory _folder = new();

    [Fact]
    public async Task Compare_OneBuildTwice_ShowsEveryRowAndFigure()
    {
        var (code, said, _) = await CompareAsync(Write("a", Usual.Run(1)), Write("b", Usual.Run(2)));

        code.ShouldBe(LabExitCode.Success, said);
        var rows = Enumerable.Range(0, Usual.Rows).Select(row => $"row {row} ");
        foreach (var name in rows.Append("all rows").Concat(Figure.All.Select(figure => figure.NameFor("req"))))
        {
            said.ShouldContain(name);
        }

        said.ShouldContain("Nothing differs but the time");
        said.ShouldContain("0 worse, 0 better");
    }

    [Fact]
    public async Task Compare_Slower_SaysWorse()
    {
        var (code, said, _) = await CompareAsync(Write("a", Usual.Run(1)), Write("b", (Usual with { Slower = _ => 1.3 }).Run(2)));

        code.ShouldBe(LabExitCode.GateMissed, said);
        said.ShouldContain("worse");
    }

    [Fact]
    public async Task Compare_UnlikeMachines_RefusesUnlessForced()
    {
        var run = Usual.Run(2);
        var (before, after) = (Write("a", Usual.Run(1)), Write("b", run with { Environment = run.Environment with { Cores = 64 } }));

        var (code, said, complaint) = await CompareAsync(before, after);
        code.ShouldBe(LabExitCode.NotComparable);
        said.ShouldBeEmpty();
        complaint.ShouldContain("cores: 2 against 64");

        var (forced, table, _) = await CompareAsync(before, after, "--force");
        forced.ShouldBe(LabExitCode.Success, table);
        table.ShouldContain("UNLIKE, compared nevertheless (--force): cores: 2 against 64");
    }

    [Theory]
    [InlineData("""{ "schema": "analyzer-lab/99" }""", "its schema is analyzer-lab/99; this lab reads analyzer-lab/1")]
    [InlineData("""{ "schema": "analyzer-lab/1" }""", "is no summary.json")]
    [InlineData("[]", "its schema is none")]
    [InlineData("{", "is no summary.json")]
    public async Task Compare_NotASummary_SaysSo(string content, string message)
    {
        var file = _folder.Combine("other.json");
        await File.WriteAllTextAsync(file, content, TestContext.Current.CancellationToken);

        var (code, _, complaint) = await CompareAsync(Write("a", Usual.Run(1)), file);

        code.ShouldBe(message.Contains("schema is") ? LabExitCode.NotComparable : LabExitCode.NotDone);
        complaint.ShouldContain(message);
        complaint.ShouldContain(file);
    }

    /// <summary>What another program, or a disk that was full, made of a summary ends in no stack trace.</summary>
    [Theory]
    [InlineData("environment", "null")]
    [InlineData("rows", "null")]
    [InlineData("rows", "[null]")]
    [InlineData("rows", "{}")]
    [InlineData("findings", "null")]
    public async Task Compare_SummaryWithAMemberThatIsNone_SaysSo(string member, string value)
    {
        var folder = Write("b", Usual.Run(2));
        var file = Path.Combine(folder, "summary.json");
        var run = JsonNode.Parse(await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken))!;
        run[member] = JsonNode.Parse(value);
        await File.WriteAllTextAsync(file, run.ToJsonString(), TestContext.Current.CancellationToken);

        var (code, _, complaint) = await CompareAsync(Write("a", Usual.Run(1)), folder);

        code.ShouldBe(LabExitCode.NotDone);
        complaint.ShouldContain($"{file} is no summary.json: ");
        complaint.ShouldNotContain("   at ");
    }

    [Fact]
    public async Task Compare_TwoRowsOfOneName_SaysSo()
    {
        var run = Usual.Run(2);

        var (code, _, complaint) = await CompareAsync(Write("a", Usual.Run(1)), Write("b", run with { Rows = [.. run.Rows, run.Rows[0]] }));

        code.ShouldBe(LabExitCode.NotDone);
        complaint.ShouldContain($"is no summary.json: it has two rows '{run.Rows[0].Name}'.");
    }

    /// <summary>Some editors of Windows put it before each file that they save.</summary>
    [Fact]
    public async Task Compare_ByteOrderMark_IsPassedOver()
    {
        var folder = Write("b", Usual.Run(2));
        var file = Path.Combine(folder, "summary.json");
        var stop = TestContext.Current.CancellationToken;
        await File.WriteAllBytesAsync(file, [0xEF, 0xBB, 0xBF, .. await File.ReadAllBytesAsync(file, stop)], stop);

        (await CompareAsync(Write("a", Usual.Run(1)), folder)).Code.ShouldBe(LabExitCode.Success);
    }

    /// <summary>A bug is told in the lab's own words, whichever command it is in.</summary>
    [Fact]
    public async Task RunAsync_Bug_IsDescribedByTheLab()
    {
        var root = new RootCommand();
        Func<ParseResult, int> bug = _ => throw new InvalidOperationException("a bug");
        root.SetAction(bug);
        var described = "";

        var code = await CommandRunner.RunAsync(root, [], exception => described = exception.Message);

        code.ShouldBe(LabExitCode.NotDone);
        described.ShouldBe("a bug");
    }

    [Fact]
    public async Task Compare_NoFile_SaysSo()
    {
        var (code, _, complaint) = await CompareAsync(_folder.Combine("missing.json"), _folder.Combine("missing.json"));

        code.ShouldBe(LabExitCode.NotDone);
        complaint.ShouldContain("missing.json cannot be read");
    }

    public void Dispose() => _folder.Dispose();

    /// <returns>A run's folder, as good as the file in it.</returns>
    private string Write(string name, SummaryDocument run)
    {
        var folder = Directory.CreateDirectory(_folder.Combine(name)).FullName;
        File.WriteAllBytes(Path.Combine(folder, "summary.json"), SummaryJson.Write(run));
        return folder;
    }

    private static async Task<(int Code, string Said, string Complaint)> CompareAsync(params string[] arguments)
    {
        var (output, error) = (new StringWriter(), new StringWriter());
        var root = LabCommand.Create(
            [new AnalyzerSystem()], (_, _) => throw new InvalidOperationException("nothing is to be measured"));
        var code = await Invocation.InvokeAsync(
            root, ["compare", .. arguments], new() { Output = output, Error = error }, TestContext.Current.CancellationToken);
        return (code, output.ToString(), error.ToString());
    }
}
