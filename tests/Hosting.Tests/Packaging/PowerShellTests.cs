using System.Diagnostics;
using System.Text.RegularExpressions;

namespace Hosting.Tests.Packaging;

/// <summary>What we give to users of PowerShell is read by PowerShell itself, which cannot run it here: it is for Windows.</summary>
public sealed partial class PowerShellTests
{
    private const string Parser = """
        $bad = 0
        foreach ($file in $args) {
          $tokens = $errors = $null
          $tree = [System.Management.Automation.Language.Parser]::ParseFile($file, [ref] $tokens, [ref] $errors)
          foreach ($e in $errors) { "${file}:$($e.Extent.StartLineNumber): $($e.Message)"; $bad++ }
          foreach ($t in $tokens | Where-Object Kind -eq 'SplattedVariable') {
            "${file}:$($t.Extent.StartLineNumber): $t is splatted: quote it"; $bad++
          }
        }
        exit $bad
        """;

    [Fact]
    public async Task Scripts_AndBlocksOfTheDocuments_ParseWithoutErrors()
    {
        using var folder = new TempDirectory();
        var scripts = Scripts().Index().Select(script =>
        {
            var file = folder.Combine($"{script.Index:000}-{Path.GetFileName(script.Item.File)}.ps1");
            File.WriteAllText(file, script.Item.Text);
            return file;
        }).ToList();
        scripts.Count.ShouldBeGreaterThan(5);
        File.WriteAllText(folder.Combine("parser.ps1"), Parser);

        var (code, output) = await RunAsync(["-NoProfile", "-NonInteractive", "-File", folder.Combine("parser.ps1"), .. scripts]);

        code.ShouldBe(0, output);
    }

    private static IEnumerable<(string File, string Text)> Scripts()
    {
        var root = SharedData.RepositoryRoot;

        // Arrays of arguments are splatted there on purpose: only the syntax counts, so the documents' blocks are told apart by their name.
        yield return ("install", File.ReadAllText(Path.Combine(root, "packaging/windows/install.ps1"))
            .Replace("@Arguments", "$Arguments", StringComparison.Ordinal));
        foreach (var document in Directory.GetFiles(Path.Combine(root, "docs"), "*.md")
            .Concat(Directory.GetFiles(Path.Combine(root, "src"), "README.md", SearchOption.AllDirectories))
            .Append(Path.Combine(root, "README.md")))
        {
            foreach (Match block in Block().Matches(File.ReadAllText(document)))
            {
                yield return (Path.GetFileNameWithoutExtension(document), block.Groups["text"].Value);
            }
        }
    }

    private static async Task<(int Code, string Output)> RunAsync(IEnumerable<string> arguments)
    {
        var start = new ProcessStartInfo(InstalledProgram.SkipUnlessPresent("pwsh", "none; dotnet tool install PowerShell"), arguments)
        {
            RedirectStandardOutput = true,
        };
        start.Environment["POWERSHELL_TELEMETRY_OPTOUT"] = "1";
        start.Environment["POWERSHELL_UPDATECHECK"] = "Off";
        using var process = Process.Start(start)!;
        var output = await process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken).Within(Deadline.Default * 2);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken).Within();
        return (process.ExitCode, output);
    }

    [GeneratedRegex(@"^```powershell\n(?<text>.*?)^```", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex Block();
}
