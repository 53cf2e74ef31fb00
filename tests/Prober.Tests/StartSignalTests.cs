using System.Diagnostics;

namespace Prober.Tests;

/// <summary>A prober that is stopped while it starts.</summary>
public sealed class StartSignalTests : IDisposable
{
    private readonly TempDirectory _folder = new("prober-start");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    /// <summary>Each of them may find what the one before has left.</summary>
    [Theory]
    [InlineData("-TERM")]
    [InlineData("-INT")]
    public async Task Start_StoppedAtAnyMoment_EndsAtOnceAndLeavesNothingHalfWritten(string signal)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "There is no env(1) that sets signals.");
        File.WriteAllText(_folder.Combine("probes.yaml"), "tcp:\n  - { name: a, host: \"127.0.0.1:1\", interval: 1s, timeout: 1s }\n");
        foreach (var wait in (int[])[0, 90, 180, 270, 400, 550])
        {
            using var process = Start("--config", _folder.Combine("probes.yaml"), "--Prober:HttpPort=0");

            // Until env has become the prober, INT may still be ignored: it would be lost, and the prober would run on.
            await Deadline.UntilAsync(() => File.ReadAllText($"/proc/{process.Id}/comm").Trim() != "env");
            await Task.Delay(wait, Token);
            using var kill = Process.Start("kill", [signal, $"{process.Id}"]);
            var errors = await process.StandardError.ReadToEndAsync(Token).Within();
            await process.WaitForExitAsync(Token).Within();

            // 128 and the signal's number, as the system has it, until the prober listens to signals; 2, with a sentence, until it serves.
            process.ExitCode.ShouldBeOneOf([0, 2, signal == "-INT" ? 130 : 143], $"after {wait} ms: {errors}");
            (process.ExitCode == 2).ShouldBe(errors.Contains("was stopped before it had started", StringComparison.Ordinal), errors);
            errors.ShouldNotContain("   at ");
        }

        // Whatever was there, it can be read, and nothing lies beside it.
        Directory.CreateDirectory(_folder.Combine("data"));
        Directory.GetFiles(_folder.Combine("data")).Select(Path.GetFileName)
            .ShouldBeSubsetOf(["prober.db", "prober.db-wal", "prober.db-shm", "prober.db.lock"]);
        if (File.Exists(_folder.Combine("data", "prober.db")))
        {
            var (code, errors) = await CheckAsync();
            if (errors.Contains("holds nothing yet: start the prober on it once", StringComparison.Ordinal))
            {
                await StartOnceAsync(); // each start ended before the schema was made
                (code, errors) = await CheckAsync();
            }

            code.ShouldBe(0, errors);
        }
    }

    private async Task<(int Code, string Errors)> CheckAsync()
    {
        using var check = Start("check");
        var errors = await check.StandardError.ReadToEndAsync(Token).Within();
        await check.WaitForExitAsync(Token).Within();
        return (check.ExitCode, errors);
    }

    private async Task StartOnceAsync()
    {
        using var process = Start("--config", _folder.Combine("probes.yaml"), "--Prober:HttpPort=0");
        while (await process.StandardOutput.ReadLineAsync(Token).AsTask().Within() is { } line
            && !line.Contains("Open http://", StringComparison.Ordinal))
        {
            // until it serves
        }

        using var kill = Process.Start("kill", ["-TERM", $"{process.Id}"]);
        await process.WaitForExitAsync(Token).Within();
        process.ExitCode.ShouldBe(0);
    }

    /// <summary>A shell that runs the tests in its background has them ignore INT, and a child would too until it listens.</summary>
    private Process Start(params string[] arguments) => Process.Start(new ProcessStartInfo(
        "env",
        [
            "--default-signal=INT", "dotnet", Path.Combine(BuiltProgram.Folder("Prober"), "prober.dll"), .. arguments,
            $"--Prober:DataDirectory={_folder.Combine("data")}",
        ])
    {
        RedirectStandardOutput = true,
        RedirectStandardError = true,
    })!;
}
