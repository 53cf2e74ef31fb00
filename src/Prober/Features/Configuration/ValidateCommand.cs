using System.CommandLine;
using Hosting.Lifetime;

namespace Prober.Features.Configuration;

/// <summary><c>validate PATH</c>: reports all errors of a configuration at once.</summary>
internal static class ValidateCommand
{
    public static Command Create()
    {
        var path = new Argument<string>("path") { Description = "A file of targets, or a folder of such files." };
        var command = new Command("validate", "Reads a configuration and lists all errors.") { path };
        command.SetAction((parsed, _) => Task.FromResult(
            Run(parsed.GetValue(path)!, Environment.GetEnvironmentVariable, Console.Out, Console.Error)));
        return command;
    }

    /// <returns>One of <see cref="ExitCode"/>; unsupported keys count as errors.</returns>
    public static int Run(string path, Func<string, string?> variable, TextWriter output, TextWriter messages)
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
        return file.Problems.Count > 0 ? ExitCode.Found : ExitCode.Done;
    }
}
