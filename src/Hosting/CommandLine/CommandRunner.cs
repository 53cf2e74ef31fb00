using System.CommandLine;
using System.CommandLine.Invocation;
using Hosting.Lifetime;

namespace Hosting.CommandLine;

/// <summary>Runs a command line as every executable here does: <c>--help</c>, <c>-h</c> and <c>--version</c> print and exit.</summary>
public static class CommandRunner
{
    // Signals are the commands' own affair (StopSignals): a command that is stopped still says how far it came.
    private static readonly InvocationConfiguration Invocation = new()
    {
        ProcessTerminationTimeout = null,
        EnableDefaultExceptionHandler = false,
    };

    /// <returns>The command's own code; <see cref="ExitCode.NotDone"/> when the arguments are wrong, or on a bug.</returns>
    public static async Task<int> RunAsync(RootCommand root, IReadOnlyList<string> arguments)
    {
        try
        {
            var parsed = root.Parse(arguments);
            var code = await parsed.InvokeAsync(Invocation);
            return parsed.Action is ParseErrorAction ? ExitCode.NotDone : code;
        }
        catch (Exception exception)
        {
            // A bug: the stack trace is what its finder needs. Its exit code must not be that of a command that found something.
            await Console.Error.WriteLineAsync($"{exception}");
            return ExitCode.NotDone;
        }
    }
}
