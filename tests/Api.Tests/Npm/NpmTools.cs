using System.Diagnostics;

namespace Api.Tests.Npm;

/// <summary>
/// Programs of npm packages, which <c>npm install --prefix artifacts/npm</c> has brought after it copied package.json
/// there.
/// </summary>
internal static class NpmTools
{
    /// <summary>Beside the build's results, so that nothing is committed.</summary>
    public static string Folder { get; } = Path.Combine(SharedData.RepositoryRoot, "artifacts", "npm");

    /// <summary>Runs a tool, or skips the test where it is not installed (<see cref="MissingPeer"/>).</summary>
    /// <returns>The exit code, and what it said.</returns>
    public static async Task<(int Code, string Said)> RunAsync(string folder, string tool, params string[] arguments)
    {
        InstalledProgram.SkipUnlessPresent("node", package: "nodejs");
        var path = Path.Combine(Folder, "node_modules", ".bin", tool);
        if (!File.Exists(path))
        {
            MissingPeer.Skip(
                $"{tool} is not installed: copy tests/Api.Tests/Npm/package.json to artifacts/npm, and run `npm install` there.");
        }

        return await RunProgramAsync(folder, path, arguments);
    }

    /// <summary>Skips the test where a package is not installed (<see cref="MissingPeer"/>).</summary>
    public static void SkipUnlessPresent(string package)
    {
        InstalledProgram.SkipUnlessPresent("node", package: "nodejs");
        if (!Directory.Exists(Path.Combine(Folder, "node_modules", package)))
        {
            MissingPeer.Skip(
                $"{package} is not installed: copy tests/Api.Tests/Npm/package.json to artifacts/npm, and run `npm install` there.");
        }
    }

    public static async Task<(int Code, string Said)> RunProgramAsync(string folder, string program, params string[] arguments)
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            WorkingDirectory = folder,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        start.Environment["REDOCLY_TELEMETRY"] = "off";
        start.Environment["REDOCLY_SUPPRESS_UPDATE_NOTICE"] = "true";
        using var process = Process.Start(start)!;
        try
        {
            var cancellation = TestContext.Current.CancellationToken;
            var (output, error) = (process.StandardOutput.ReadToEndAsync(cancellation), process.StandardError.ReadToEndAsync(cancellation));
            await process.WaitForExitAsync(cancellation).Within(3 * Deadline.Default);
            return (process.ExitCode, await output + await error);
        }
        finally
        {
            if (!process.HasExited)
            {
                process.Kill(entireProcessTree: true);
            }
        }
    }

    /// <summary>Copies a file that lies beside the tests.</summary>
    public static void Copy(string folder, string room, string name) =>
        File.Copy(Path.Combine(AppContext.BaseDirectory, room, name), Path.Combine(folder, name), overwrite: true);
}
