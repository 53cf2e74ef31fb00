using System.Diagnostics;

namespace Load.Machine;

/// <summary>Another .NET program as a process of its own.</summary>
internal static class DotNet
{
    /// <summary>
    /// Bytes that are allocated before a collection. Visual Studio's profile sets it for the lab (Launch/launchSettings.json): with the
    /// usual 6 to 20 MB its garbage collector stopped the callers of gRPC for 7 to 11 % of the time. Only the environment can say so.
    /// </summary>
    private const string Gen0Size = "DOTNET_GCgen0size";

    /// <returns>
    /// A start with all three streams redirected, so that it shares nothing with the lab's terminal, nor the lab's garbage collector.
    /// </returns>
    public static ProcessStartInfo Start(string assembly, params IEnumerable<string> arguments)
    {
        // The host that runs the lab is sure to be there; a PATH without dotnet is no reason to fail.
        var start = new ProcessStartInfo(Environment.ProcessPath is { } host &&
            Path.GetFileNameWithoutExtension(host) == "dotnet" ? host : "dotnet")
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            RedirectStandardInput = true,
            WorkingDirectory = Path.GetDirectoryName(assembly)!,
        };
        start.Environment.Remove(Gen0Size);
        start.ArgumentList.Add(assembly);
        foreach (var argument in arguments)
        {
            start.ArgumentList.Add(argument);
        }

        return start;
    }

    /// <summary>Runs a program to its end, with an empty input.</summary>
    /// <param name="start">A start that <see cref="Start"/> made.</param>
    /// <param name="cancellationToken">Ends the wait; the process and what it started are killed then.</param>
    public static async Task<(int Code, string Output, string Errors)> RunAsync(ProcessStartInfo start, CancellationToken cancellationToken)
    {
        using var process = Process.Start(start)!;
        try
        {
            process.StandardInput.Close();

            // Both at once: a full pipe that nobody reads would stop it.
            var (output, errors) =
                (process.StandardOutput.ReadToEndAsync(cancellationToken), process.StandardError.ReadToEndAsync(cancellationToken));
            await process.WaitForExitAsync(cancellationToken);
            return (process.ExitCode, await output, await errors);
        }
        catch
        {
            process.Kill(entireProcessTree: true);
            throw;
        }
    }
}
