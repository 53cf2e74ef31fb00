using System.Diagnostics;
using System.Runtime.CompilerServices;
using Journal.Log.Folders;
using Journal.Log.Recipients;

namespace Journal.Tests;

/// <summary>The commands of the README's chapter on operating, as they stand there.</summary>
[Trait("Category", "EndToEnd")]
public sealed class OperatingTests : IDisposable
{
    private readonly TempDirectory _files = new("operating");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => _files.Dispose();

    [Fact]
    public async Task Readme_CommandsOfOperating_Work()
    {
        Assert.SkipUnless(File.Exists("/bin/sh"), "The commands are for a shell.");
        var folder = JournalHost.Make(_files);
        await using (var host = await JournalHost.StartOnAsync(folder, null))
        {
            using var http = new HttpClient();
            using var response = await http.PostAsync(new Uri(host.Http, "/v1/lines"), new StringContent("a line"), Token).Within();
            response.EnsureSuccessStatusCode();
        }

        using var reader = ReaderKey.Create();
        await File.WriteAllTextAsync(_files.Combine("new-reader.pem"), reader.ExportPublic(), Token);
        var assembly = Path.Combine(
            new DirectoryInfo(AppContext.BaseDirectory).Parent!.Parent!.FullName, "Journal", new DirectoryInfo(
                AppContext.BaseDirectory).Name, "journal.dll");

        foreach (var block in Blocks())
        {
            var (code, said) = await ShellAsync($"set -e\njournal() {{ dotnet '{assembly}' \"$@\"; }}\n{block}");
            code.ShouldBe(0, $"{block}\n{said}");
        }

        Directory.Exists(_files.Combine("journal", "keys")).ShouldBeFalse();
        var moved = new JournalFolder(_files.Combine("moved"));
        Directory.GetFiles(moved.Recipients).Select(Path.GetFileName).ShouldBe(["new-reader.pem"]);
        await using var next = await JournalHost.StartOnAsync(moved, null);
        next.Lines().ShouldBe(["a line"]);
    }

    private static List<string> Blocks([CallerFilePath] string source = "")
    {
        var readme = File.ReadAllText(Path.Combine(Path.GetDirectoryName(source)!, "..", "..", "src", "Journal", "README.md"));
        var chapter = readme[readme.IndexOf("\n## Operate\n", StringComparison.Ordinal)..];
        chapter = chapter[..chapter.IndexOf("\n## Prove\n", StringComparison.Ordinal)];
        var blocks = chapter.Split("```sh\n").Skip(1).Select(part => part[..part.IndexOf("```", StringComparison.Ordinal)]).ToList();
        blocks.Count.ShouldBe(3);
        return blocks;
    }

    private async Task<(int Code, string Said)> ShellAsync(string script)
    {
        using var process = Process.Start(new ProcessStartInfo("/bin/sh", ["-c", script])
        {
            WorkingDirectory = _files.Path,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        var error = process.StandardError.ReadToEndAsync(Token);
        var output = await process.StandardOutput.ReadToEndAsync(Token).Within();
        await process.WaitForExitAsync(Token).Within();
        return (process.ExitCode, output + await error);
    }
}
