using System.CommandLine;
using Load.Comparing;
using Load.Machine;
using Spectre.Console;

namespace Load.Commands;

/// <summary><c>compare A.json B.json</c>: is the second run better or worse than the first?</summary>
internal static class CompareVerb
{
    public static Command Create()
    {
        var before = new Argument<string>("A") { Description = "summary.json of the first run, or its folder" };
        var after = new Argument<string>("B") { Description = "summary.json of the second run, or its folder" };
        var force = new Option<bool>("--force") { Description = "Compare the runs even if machines, runtimes, builds or stores differ" };
        var command = new Command("compare", "Compare two runs; exit code 0: nothing is worse, 4: something is, 3: they cannot be compared")
        {
            before, after, force,
        };
        command.SetAction(parsed => Compare(
            parsed.GetValue(before)!, parsed.GetValue(after)!, parsed.GetValue(force),
            parsed.InvocationConfiguration.Output, parsed.InvocationConfiguration.Error));
        return command;
    }

    private static int Compare(string before, string after, bool force, TextWriter output, TextWriter error)
    {
        try
        {
            var comparison = Comparer.Compare(SummaryFile.Read(before), SummaryFile.Read(after), force);
            if (comparison.IsRefused)
            {
                error.WriteLine(ComparisonNotes.WhyNot(comparison));
                return comparison.ExitCode;
            }

            var ansi = output == Console.Out && !Console.IsOutputRedirected ? AnsiSupport.Detect : AnsiSupport.No;
            ComparisonView.Write(
                AnsiConsole.Create(new AnsiConsoleSettings { Ansi = ansi, Out = new AnsiConsoleOutput(output) }), comparison);
            return comparison.ExitCode;
        }
        catch (LabException exception)
        {
            error.WriteLine(exception.Message);
            return exception.ExitCode;
        }
    }
}
