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

    /// <summary>Whether it is installed.</summary>
    public static bool IsPresent => HasGrpc.Value;

    /// <summary>Skips the test where it is not installed (<see cref="MissingPeer"/>).</summary>
    public static void SkipUnlessPresent()
    {
        if (!HasGrpc.Value)
        {
            MissingPeer.Skip(
                "python3-grpcio is not installed: this test needs it (Debian: apt-get install python3-grpcio python3-protobuf).");
        }
    }

    /// <summary>Starts a script; its three streams are redirected.</summary>
    public static Process Start(params string[] arguments) => Process.Start(new ProcessStartInfo(Interpreter, arguments)
    {
        RedirectStandardOutput = true,
        RedirectStandardError = true,
        RedirectStandardInput = true,
    })!;

    /// <summary>Runs a script to its end and returns what it printed; fails the test when the exit code is not 0.</summary>
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
