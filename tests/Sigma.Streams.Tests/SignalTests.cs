using System.Diagnostics;

namespace Sigma.Streams.Tests;

public sealed class SignalTests
{
    [Fact]
    public async Task Eval_StoppedWhileItWaitsForInput_EndsWith130()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "There is no kill(1).");
        using var folder = new TempDirectory();
        await File.WriteAllTextAsync(
            folder.Combine("a.yml"), "title: A\nlogsource: { product: x }\ndetection: { s: { a: 1 }, condition: s }",
            TestContext.Current.CancellationToken);
        await File.WriteAllTextAsync(folder.Combine("b.yml"), "title: Broken", TestContext.Current.CancellationToken);
        using var sigma = Process.Start(new ProcessStartInfo(
            "dotnet", [Path.Combine(BuiltProgram.Folder("Sigma.Streams"), "sigma.dll"), "eval", "--rules", folder.Path, "--events", "-"])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        try
        {
            // The broken rule is named before the first event is read.
            (await sigma.StandardError.ReadLineAsync(TestContext.Current.CancellationToken).AsTask().Within())!.ShouldContain("b.yml");
            using var kill = Process.Start("kill", ["-TERM", $"{sigma.Id}"]);
            await kill.WaitForExitAsync(TestContext.Current.CancellationToken).Within();

            await sigma.WaitForExitAsync(TestContext.Current.CancellationToken).Within();

            sigma.ExitCode.ShouldBe(130);
        }
        finally
        {
            sigma.Kill();
        }
    }
}
