using System.Diagnostics;

namespace Analyzer.Engines.Tests.Peers;

/// <summary>Runs a program of Debian's that reads PDF and that nobody here wrote.</summary>
internal static class DebianTool
{
    /// <summary>Runs it to its end. Skips the test where it is not installed; with CI=true fails it instead.</summary>
    /// <returns>What it printed; its exit code is the caller's to judge by that.</returns>
    public static string Run(string package, string program, params string[] arguments)
    {
        var path = $"/usr/bin/{program}";
        if (!File.Exists(path))
        {
            var reason = $"{program} is not installed: this test needs it (Debian: apt-get install {package}).";
            if (string.Equals(Environment.GetEnvironmentVariable("CI"), "true", StringComparison.OrdinalIgnoreCase))
            {
                Assert.Fail(reason);
            }

            Assert.Skip(reason);
        }

        using var process = Process.Start(new ProcessStartInfo(path, arguments)
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        var error = process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        var output = process.StandardOutput.ReadToEnd();
        process.WaitForExit(60_000).ShouldBeTrue($"{program} does not end");
        GC.KeepAlive(error);
        return output;
    }
}
