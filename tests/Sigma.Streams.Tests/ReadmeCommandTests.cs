using System.Diagnostics;

namespace Sigma.Streams.Tests;

/// <summary>The first command that README has for Sigma, as a person runs it: from the root of the repository.</summary>
[Trait("Category", "EndToEnd")]
public sealed class ReadmeCommandTests
{
    private const string Beginning = "dotnet run --project src/Sigma.Streams -- eval ";

    [Fact]
    public async Task Eval_AsInReadme_ShowsMatches()
    {
        var cancellation = TestContext.Current.CancellationToken;
        var lines = await File.ReadAllLinesAsync(Path.Combine(SharedData.RepositoryRoot, "README.md"), cancellation);
        var command = lines.Single(line => line.StartsWith(Beginning, StringComparison.Ordinal)).Split(' ');
        using var process = Process.Start(new ProcessStartInfo(command[0], [command[1], "--no-build", .. command[2..]])
        {
            WorkingDirectory = SharedData.RepositoryRoot,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;

        var (output, errors) = (process.StandardOutput.ReadToEndAsync(cancellation), process.StandardError.ReadToEndAsync(cancellation));
        await process.WaitForExitAsync(cancellation).Within();

        process.ExitCode.ShouldBe(0, await errors);
        (await output).ShouldContain("events.ndjson");
    }
}
