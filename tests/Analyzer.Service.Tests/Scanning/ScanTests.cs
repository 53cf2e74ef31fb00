using System.Text.Json.Nodes;
using Analyzer.Core;
using Analyzer.Service.Features.Scanning;
using Analyzer.Service.Features.Submit;
using Analyzer.Service.Tests.Executable;
using Hosting.Lifetime;

namespace Analyzer.Service.Tests.Scanning;

/// <summary>The command that judges files where they lie.</summary>
public sealed class ScanTests : IDisposable
{
    private const string Harmless = "Only a text.\n";
    private const string Suspicious = "<html><script>eval(atob('YQ=='))</script></html>";
    private const string Password = "Gr\u00FC\u00DFe 7: %&";
    private const string Unable = "no type\u0001\u0002";

    private readonly TempDirectory _folder = new("scan");

    public void Dispose() => _folder.Dispose();

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Run_Folder_WritesALineForEachFileInTheOrderOfNames()
    {
        Directory.CreateDirectory(_folder.Combine("sub"));
        await File.WriteAllTextAsync(_folder.Combine("b.html"), Suspicious, Token);
        await File.WriteAllTextAsync(_folder.Combine("a.txt"), Harmless, Token);
        await File.WriteAllTextAsync(_folder.Combine("sub/c.bin"), Unable, Token);

        var (code, lines, messages) = await RunAsync([_folder.Path]);

        code.ShouldBe(ExitCode.Found);
        lines.ShouldBe(
        [
            $"clean          0  {_folder.Combine("a.txt")}",
            $"suspicious   100  {_folder.Combine("b.html")}: script.runs-decoded",
            $"unable         0  {_folder.Combine("sub/c.bin")}: unknown-type",
        ]);
        messages.ShouldBe("scan: 1 suspicious, 1 unable, 1 clean.");
    }

    [Theory]
    [InlineData(Harmless, Verdict.Suspicious, ExitCode.Done)]
    [InlineData(Unable, Verdict.Suspicious, ExitCode.Done)]
    [InlineData(Unable, Verdict.Unable, ExitCode.Found)]
    [InlineData(Suspicious, Verdict.Unable, ExitCode.Found)]
    [InlineData(Suspicious, Verdict.Malicious, ExitCode.Done)]
    public async Task Run_FailOn_SaysWhatCounts(string content, Verdict failOn, int code)
    {
        await File.WriteAllTextAsync(_folder.Combine("a"), content, Token);

        (await RunAsync([_folder.Combine("a")], failOn)).Code.ShouldBe(code);
    }

    [Fact]
    public async Task Run_Json_HoldsTheReport()
    {
        await File.WriteAllTextAsync(_folder.Combine("a.html"), Suspicious, Token);

        var (_, lines, _) = await RunAsync([_folder.Combine("a.html"), _folder.Combine("gone")], json: true);

        var first = JsonNode.Parse(lines[0])!;
        ((string?)first["path"]).ShouldBe(_folder.Combine("a.html"));
        ReportJson.Deserialize(System.Text.Encoding.UTF8.GetBytes(first["report"]!.ToJsonString())).Verdict.ShouldBe(Verdict.Suspicious);
        ((string?)JsonNode.Parse(lines[1])!["error"]).ShouldNotBeNullOrEmpty();
    }

    [Fact]
    public async Task Run_WhatCannotBeRead_IsToldAndTheRestIsJudged()
    {
        await File.WriteAllTextAsync(_folder.Combine("a.txt"), Harmless, Token);

        var (code, lines, messages) = await RunAsync([_folder.Combine("gone"), _folder.Combine("a.txt")]);

        code.ShouldBe(ExitCode.NotDone);
        lines[0].ShouldStartWith("error");
        lines[1].ShouldStartWith("clean");
        messages.ShouldBe("scan: 1 clean, 1 not read.");
        Directory.CreateDirectory(_folder.Combine("empty"));
        (await RunAsync([_folder.Combine("empty")])).Code.ShouldBe(ExitCode.NotDone);
    }

    [Fact]
    public async Task Run_NameThatTurnsAroundOrBreaksLines_StaysOneLine()
    {
        await File.WriteAllTextAsync(_folder.Combine("a\n\u202Efdp.exe"), Harmless, Token);

        var (_, lines, _) = await RunAsync([_folder.Path]);

        lines.ShouldHaveSingleItem().ShouldContain("a[U+000A][U+202E]fdp.exe");
    }

    [Fact]
    public async Task Run_NameThatIsNoUtf8_IsToldWithWhatToDo()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows() || OperatingSystem.IsMacOS(), "Names are always Unicode there.");
        const string make = "printf a > \"$1/$(printf 'a\\377b.html')\"";
        using (var made = System.Diagnostics.Process.Start("sh", ["-c", make, "sh", _folder.Path]))
        {
            await made.WaitForExitAsync(Token).Within();
        }

        await File.WriteAllTextAsync(_folder.Combine("b.txt"), Harmless, Token);

        var (code, lines, _) = await RunAsync([_folder.Path]);
        using (var removed = System.Diagnostics.Process.Start("sh", ["-c", "rm \"$1\"/a*", "sh", _folder.Path]))
        {
            await removed.WaitForExitAsync(Token).Within();
        }

        code.ShouldBe(ExitCode.NotDone);
        lines[0].ShouldContain("is not UTF-8");
        lines[1].ShouldStartWith("clean");
    }

    [Fact]
    public async Task Run_PipesLinksAndCircles_EndsAndFollowsNoFolder()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Windows has no named pipes in folders.");
        Directory.CreateDirectory(_folder.Combine("sub"));
        await File.WriteAllTextAsync(_folder.Combine("sub/a.html"), Suspicious, Token);
        using (var made = System.Diagnostics.Process.Start("mkfifo", [_folder.Combine("b.pipe")]))
        {
            await made.WaitForExitAsync(Token).Within();
        }

        File.CreateSymbolicLink(_folder.Combine("c.zero"), "/dev/zero");
        File.CreateSymbolicLink(_folder.Combine("d.link"), "sub/a.html");
        File.CreateSymbolicLink(_folder.Combine("e.circle"), "e.circle");
        File.CreateSymbolicLink(_folder.Combine("f.gone"), "nowhere");
        Directory.CreateSymbolicLink(_folder.Combine("sub/up"), "..");

        var (code, lines, messages) = await RunAsync([_folder.Path]);

        code.ShouldBe(ExitCode.Found);
        lines.Select(line => line.Split(' ')[0]).ShouldBe(["unable", "unable", "suspicious", "error", "error", "suspicious"]);
        messages.ShouldBe("scan: 2 suspicious, 2 unable, 2 not read.");
    }

    [Theory]
    [InlineData("scan", "Required argument 'path' missing")]
    [InlineData("scan --fail-on clean x", "Argument 'clean' not recognized")]
    [InlineData("scan x --Analyzer:Parts:MaxDepth=-1", "Analyzer:Parts:MaxDepth=-1 is not valid: it has to be a number from 0 to 16")]
    [InlineData("watch nowhere", "is no folder")]
    [InlineData("watch nowhere --server http://127.0.0.1:5080", "is no folder")]
    [InlineData("watch nowhere --server 127.0.0.1:5080", "'127.0.0.1:5080' is no address of a service")]
    [InlineData("watch nowhere --server ftp://a.example", "is no address of a service")]
    public async Task Run_WrongArguments_IsNotDone(string arguments, string message)
    {
        var (code, output, errors) = await ServiceExecutable.RunAsync(_folder.Path, arguments.Split(' '));

        code.ShouldBe(ExitCode.NotDone, output + errors);
        errors.ShouldContain(message);
    }

    [Fact]
    public async Task Run_Executable_FindsAndMakesNothing()
    {
        await File.WriteAllTextAsync(_folder.Combine("a.html"), Suspicious, Token);

        var (code, output, errors) = await ServiceExecutable.RunAsync(_folder.Path, "scan", "a.html");

        code.ShouldBe(ExitCode.Found, errors);
        output.ShouldContain("suspicious   100  a.html: script.runs-decoded");
        Directory.GetFileSystemEntries(_folder.Path).ShouldHaveSingleItem();
    }

    [Theory]
    [InlineData(null, "needs a password")]
    [InlineData("Wrong", "needs a password")]
    [InlineData(Password, "opened with the password that was sent")]
    public async Task Run_Password_OpensTheFileAndIsToldNowhere(string? password, string told)
    {
        await File.WriteAllBytesAsync(_folder.Combine("a.pdf"), LockedPdf.With(Password), Token);

        var (_, lines, messages) = await RunAsync([_folder.Path], json: true, password: password);

        lines[0].ShouldContain(told);
        lines[0].Contains("locked.example").ShouldBe(password == Password);
        (lines[0] + messages).ShouldNotContain("Gr\u00FC");
    }

    [Fact]
    public async Task Run_PasswordOfTheExecutable_IsTakenWithoutAQuestionAndNotShown()
    {
        await File.WriteAllBytesAsync(_folder.Combine("a.pdf"), LockedPdf.With("@secret 7"), Token);

        var (code, output, errors) = await ServiceExecutable.RunAsync(_folder.Path, "scan", "a.pdf", "--password", "@secret 7");
        var (_, locked, _) = await ServiceExecutable.RunAsync(_folder.Path, "scan", "a.pdf");
        var (_, _, refused) = await ServiceExecutable.RunAsync(_folder.Path, "scan", "a.pdf", "--password", new string('s', 128));

        code.ShouldBe(ExitCode.Found, errors);
        output.ShouldStartWith("suspicious");
        (output + errors).ShouldNotContain("secret");
        locked.ShouldStartWith("unable");
        refused.ShouldContain("--password: A password may have at most 127 bytes");
        refused.ShouldNotContain("sssss");
    }

    private static async Task<(int Code, string[] Lines, string Messages)> RunAsync(
        string[] paths, Verdict failOn = Verdict.Suspicious, bool json = false, string? password = null)
    {
        var (output, messages) = (new StringWriter(), new StringWriter());
        using var judge = new LocalJudge(new PartOptions(), password, TimeProvider.System);
        var code = await new ScanCommand(judge, new ScanLines(output, json), messages)
            .RunAsync(paths, failOn, Token).Within();
        return (code, output.ToString().TrimEnd().Split(Environment.NewLine), messages.ToString().TrimEnd());
    }
}
