using System.CommandLine;
using System.CommandLine.Invocation;
using Hosting.Lifetime;

namespace Hosting.CommandLine;

/// <summary>
/// Runs a command line in the same way for every executable: <c>--help</c>, <c>-h</c> and <c>--version</c> print and exit.
/// </summary>
public static class CommandRunner
{
    // The commands handle signals themselves (StopSignals): a command that is stopped still reports how far it got.
    private static readonly InvocationConfiguration Invocation = new()
    {
        ProcessTerminationTimeout = null,
        EnableDefaultExceptionHandler = false,
    };

    // A value may begin with @, such as a password: it names no file.
    private static readonly ParserConfiguration Parsing = new() { ResponseFileTokenReplacer = null };

    /// <returns>What the arguments mean.</returns>
    public static ParseResult Parse(Command root, IReadOnlyList<string> arguments) => root.Parse(arguments, Parsing);

    /// <param name="root">The commands.</param>
    /// <param name="arguments">What was typed.</param>
    /// <param name="describe">Tells a bug to a person; by default it is the stack trace.</param>
    /// <returns>The command's own code; <see cref="ExitCode.NotDone"/> when the arguments are wrong, or on a bug.</returns>
    public static async Task<int> RunAsync(
        RootCommand root, IReadOnlyList<string> arguments, Func<Exception, string>? describe = null)
    {
        try
        {
            var parsed = Parse(root, arguments);
            var code = await parsed.InvokeAsync(Invocation);
            return parsed.Action is ParseErrorAction ? ExitCode.NotDone : code;
        }
        catch (Exception exception)
        {
            // A bug. The exit code must differ from that of a command that found something.
            await Console.Error.WriteLineAsync(describe?.Invoke(exception) ?? $"{exception}");
            return ExitCode.NotDone;
        }
    }
}
