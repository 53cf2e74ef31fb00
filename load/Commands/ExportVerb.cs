using System.CommandLine;
using Load.Machine;
using Load.Measuring;
using Load.Results.Exporting;

namespace Load.Commands;

/// <summary><c>export</c>: a recorded run for another program.</summary>
internal static class ExportVerb
{
    public static Command Create()
    {
        var folder = new Argument<string>("run folder") { Description = "A folder of load/results" };
        var format = new Option<string?>("--format")
        {
            Description = "pdh-csv for perfmon, openmetrics for `promtool tsdb create-blocks-from openmetrics`, grafana-snapshot for a " +
                "dashboard that holds its data",
        };
        format.AcceptOnlyFromAmong(ExportFormat.Names);
        var snapshot = new Option<bool>("--grafana-snapshot")
        {
            Description = "The same as --format grafana-snapshot",
            Arity = ArgumentArity.Zero,
        };
        var file = new Option<string?>("--out") { Description = "The file to write [default: standard output]" };
        file.Require(path => path?.Trim() is not "", "a file");
        var command = new Command("export", "Turn a recorded run into a file for Performance Monitor, Prometheus or Grafana")
        {
            folder, format, snapshot, file,
        };
        command.Validators.Add(result =>
        {
            if ((result.GetValue(format) is not null) == result.GetValue(snapshot))
            {
                result.AddError($"export takes one format: --format {string.Join(" or ", ExportFormat.Names)}.");
            }
        });
        command.SetAction(parsed =>
        {
            try
            {
                Export(
                    parsed.GetValue(folder)!, parsed.GetValue(format) ?? ExportFormat.Grafana, parsed.GetValue(file),
                    parsed.InvocationConfiguration.Output);
                return LabExitCode.Success;
            }
            catch (LabException exception)
            {
                parsed.InvocationConfiguration.Error.WriteLine(exception.Message);
                return exception.ExitCode;
            }
        });
        return command;
    }

    private static void Export(string folder, string format, string? file, TextWriter standard)
    {
        var run = RecordedRun.Read(folder);
        if (file is null)
        {
            ExportFormat.Write(format, run, standard);
            return;
        }

        try
        {
            using var output = new StreamWriter(file);
            ExportFormat.Write(format, run, output);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new LabException($"--out {file}: {exception.Message}");
        }
    }
}
