using System.Diagnostics;

namespace Tests.Common;

/// <summary>Debian's Python with python3-grpcio: gRPC's C core, an independent client and server.</summary>
public static class DebianPython
{
    private const string Interpreter = "/usr/bin/python3";

    private static readonly Lazy<bool> HasGrpc = new(() =>
    {
        if (!File.Exists(Interpreter))
        {
            return false;
        }

        using var probe = Start("-c", "import grpc, google.protobuf");
        probe.WaitForExit();
        return probe.ExitCode == 0;
    });

    /// <summary>Skips the test where it is not installed; with CI=true fails it instead.</summary>
    public static void SkipUnlessPresent()
    {
        if (HasGrpc.Value)
        {
            return;
        }

        const string reason = "python3-grpcio is not installed: this test needs it (Debian: apt-get install python3-grpcio python3-protobuf).";
        if (string.Equals(Environment.GetEnvironmentVariable("CI"), "true", StringComparison.OrdinalIgnoreCase))
        {
            Assert.Fail(reason);
        }

        Assert.Skip(reason);
    }

    /// <summary>Starts a script; its output is redirected.</summary>
    public static Process Start(params string[] arguments) => Process.Start(new ProcessStartInfo(Interpreter, arguments)
    {
        RedirectStandardOutput = true,
        RedirectStandardError = true,
        RedirectStandardInput = true,
    })!;

    /// <summary>Runs a script to its end and gives what it printed; fails the test when it exits with another code than 0.</summary>
    public static async Task<string> RunAsync(params string[] arguments)
    {
        using var process = Start(arguments);
        try
        {
            var output = process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
            var error = process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
            await process.WaitForExitAsync(TestContext.Current.CancellationToken).Within();
            (process.ExitCode == 0).ShouldBeTrue($"{await output}{await error}");
            return await output;
        }
        finally
        {
            if (!process.HasExited)
            {
                process.Kill();
            }
        }
    }
}
