using System.CommandLine;
using Hosting.Lifetime;

namespace Prober.Features.Configuration;

/// <summary><c>validate PATH</c>: reports all errors of a configuration at once.</summary>
internal static class ValidateCommand
{
    public static Command Create()
    {
        var path = new Argument<string>("path") { Description = "A file of targets, or a folder of such files." };
        var skips = new Option<bool>("--skip-unsupported") { Description = "Judges as a start with --skip-unsupported would." };
        var command = new Command("validate", "Reads a configuration, lists all errors, and ends as a start would.") { path, skips };
        command.SetAction((parsed, _) => Task.FromResult(
            Run(parsed.GetValue(path)!, parsed.GetValue(skips), Environment.GetEnvironmentVariable, Console.Out, Console.Error)));
        return command;
    }

    /// <param name="skipsUnsupported">Whether unsupported keys are no errors.</param>
    /// <returns>One of <see cref="ExitCode"/>: the one of a start.</returns>
    public static int Run(string path, bool skipsUnsupported, Func<string, string?> variable, TextWriter output, TextWriter messages)
    {
        ProbesFile file;
        try
        {
            file = ProbesFile.Read(path, variable);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            messages.WriteLine($"validate: {exception.Message}");
            return ExitCode.NotDone;
        }

        foreach (var problem in file.Problems)
        {
            output.WriteLine($"{problem}");
        }

        foreach (var note in file.Notes)
        {
            output.WriteLine($"{note} (a note)");
        }

        output.WriteLine($"{file.Targets.Count} targets, {file.Problems.Count} problems.");
        return file.Problems.Any(problem => !(skipsUnsupported && problem.IsUnsupported)) ? ExitCode.NotDone : ExitCode.Done;
    }
}
