using System.Diagnostics;

namespace Tests.Common;

/// <summary>A finished run of Prometheus' own command-line tool (Debian's package <c>prometheus</c>).</summary>
public sealed record Promtool(int ExitCode, string Output)
{
    /// <summary>Runs the tool; skips the test where it is not installed.</summary>
    /// <param name="arguments">Such as <c>check metrics</c>.</param>
    /// <param name="input">The text of its standard input.</param>
    /// <param name="cancellationToken">The test's token.</param>
    public static async Task<Promtool> RunAsync(IEnumerable<string> arguments, string input, CancellationToken cancellationToken)
    {
        var start = new ProcessStartInfo(InstalledProgram.SkipUnlessPresent("promtool", package: "prometheus"), arguments)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        using var process = Process.Start(start)!;
        var output = process.StandardOutput.ReadToEndAsync(cancellationToken);
        var error = process.StandardError.ReadToEndAsync(cancellationToken);
        await process.StandardInput.WriteAsync(input.AsMemory(), cancellationToken).Within();
        process.StandardInput.Close();
        var said = await output.Within() + await error.Within();
        await process.WaitForExitAsync(cancellationToken).Within();
        return new Promtool(process.ExitCode, said);
    }
}
