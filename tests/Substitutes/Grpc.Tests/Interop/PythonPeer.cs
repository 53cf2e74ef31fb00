using System.Diagnostics;

namespace Grpc.Tests.Interop;

/// <summary>
/// Runs a script beside the tests with a Python that has gRPC's C core (Debian: python3-grpcio, python3-protobuf).
/// </summary>
internal static class PythonPeer
{
    private static readonly string Python = OperatingSystem.IsWindows() ? "python"
        : File.Exists("/usr/bin/python3") ? "/usr/bin/python3" // the distribution's own, whatever else is first in the path
        : "python3";

    private static readonly Lazy<string?> Missing = new(FindMissing);

    /// <summary>Skips the test where there is no such Python; on a build server that is a failure.</summary>
    public static void Require()
    {
        if (Missing.Value is { } reason)
        {
            Assert.SkipUnless(Environment.GetEnvironmentVariable("CI") == "true", reason);
            Assert.Fail(reason);
        }
    }

    /// <param name="script">A file of this folder.</param>
    public static Process Start(string script, params string[] arguments)
    {
        var start = new ProcessStartInfo(Python, [Path.Combine(AppContext.BaseDirectory, "Interop", script), .. arguments])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            Environment =
            {
                ["PYTHONDONTWRITEBYTECODE"] = "1",
                ["PYTHONIOENCODING"] = "utf-8",
                ["no_proxy"] = "127.0.0.1", // gRPC's C core would send loopback calls through a proxy of the environment
            },
        };
        return Process.Start(start) ?? throw new InvalidOperationException($"{Python} did not start.");
    }

    private static string? FindMissing()
    {
        try
        {
            using var process = Process.Start(new ProcessStartInfo(Python, ["-c", "import grpc, google.protobuf"]) { RedirectStandardError = true })!;
            var error = process.StandardError.ReadToEnd();
            process.WaitForExit();
            return process.ExitCode == 0 ? null : $"{Python} has no grpcio or protobuf (Debian: python3-grpcio, python3-protobuf): {error}";
        }
        catch (System.ComponentModel.Win32Exception exception)
        {
            return $"{Python} could not be started: {exception.Message}";
        }
    }
}
