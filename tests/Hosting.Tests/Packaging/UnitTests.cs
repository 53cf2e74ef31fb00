using System.Diagnostics;

namespace Hosting.Tests.Packaging;

/// <summary>The units of the packages, by systemd's own tools.</summary>
public sealed class UnitTests
{
    private const string Analyze = "systemd-analyze";

    public static TheoryData<string, string> Units => new()
    {
        { "Analyzer.Service", "analyzer" },
        { "Gateway", "gateway" },
        { "Prober", "prober" },
        { "Journal", "journal" },
        { "Sigma.Streams", "sigma" },
    };

    [Theory]
    [MemberData(nameof(Units))]
    public async Task Unit_OfAPackage_IsVerified(string project, string name)
    {
        using var folder = new TempDirectory();
        var unit = folder.Combine($"{name}.service");

        // The program is not installed here.
        var text = await File.ReadAllTextAsync(PathOf(project, name), TestContext.Current.CancellationToken);
        await File.WriteAllTextAsync(
            unit, text.Replace($"ExecStart=/usr/lib/{name}/{name}", "ExecStart=/bin/true", StringComparison.Ordinal),
            TestContext.Current.CancellationToken);

        var (code, output) = await RunAsync("verify", "--man=no", unit);

        code.ShouldBe(0, output);
        output.Split('\n').ShouldNotContain(line => line.Contains(name, StringComparison.Ordinal));
    }

    [Theory]
    [MemberData(nameof(Units))]
    public async Task Unit_OfAPackage_ExposesLittle(string project, string name)
    {
        const int MaxTenths = 20; // of 10.0, which is a unit without any restriction

        var (code, output) = await RunAsync(
            "security", "--offline=true", $"--threshold={MaxTenths}", "--no-pager", PathOf(project, name));

        code.ShouldBe(0, output);
    }

    [Theory]
    [MemberData(nameof(Units))]
    public void Unit_OfAPackage_SaysWhatAnOperatorNeeds(string project, string name)
    {
        var lines = File.ReadAllLines(PathOf(project, name));

        lines.ShouldContain("Type=notify");
        lines.ShouldContain("ProtectSystem=strict");
        lines.ShouldContain($"User={name}");
        lines.ShouldContain($"StateDirectory={name}");
        lines.ShouldContain(line => line.StartsWith("WatchdogSec=", StringComparison.Ordinal));
        lines.ShouldContain(line => line.StartsWith("MemoryMax=", StringComparison.Ordinal));
        lines.ShouldContain(line => line.StartsWith("LimitNOFILE=", StringComparison.Ordinal));
        lines.Where(line => line.StartsWith("AmbientCapabilities=", StringComparison.Ordinal))
            .ShouldBe(name == "prober" ? ["AmbientCapabilities=CAP_NET_RAW"] : []);
    }

    private static string PathOf(string project, string name) =>
        Path.Combine(SharedData.RepositoryRoot, "src", project, "Packaging", $"{name}.service");

    private static async Task<(int Code, string Output)> RunAsync(params string[] arguments)
    {
        using var process = Process.Start(new ProcessStartInfo(InstalledProgram.SkipUnlessPresent(Analyze, "systemd"), arguments)
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        var (output, errors) = (
            process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken),
            process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken));
        await process.WaitForExitAsync(TestContext.Current.CancellationToken).Within();
        return (process.ExitCode, await output + await errors);
    }
}
