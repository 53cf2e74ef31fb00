using Hosting.Lifetime;
using Load.Live;
using Load.Machine;
using Load.Measuring;
using Load.Reports;
using Spectre.Console;

namespace Load.Commands;

/// <summary>One run as the command line sees it: progress, table, exit code.</summary>
internal static class RunSession
{
    public static async Task<int> RunAsync(RunOptions options, Func<Suite> create)
    {
        using var signals = new StopSignals();
        var console = AnsiConsole.Create(
            new AnsiConsoleSettings { Ansi = Console.IsOutputRedirected ? AnsiSupport.No : AnsiSupport.Detect });
        try
        {
            var suite = options.Customize(create());
            if (!options.NoBuild)
            {
                await ProgramBuild.RunAsync(suite.Programs, Console.Out, signals.Token);
            }

            var report = console.Profile.Capabilities.Interactive
                ? await LiveProgress.ShowAsync(console, TimeProvider.System, progress => MeasureAsync(suite, progress))
                : await MeasureAsync(suite, new LineProgress(Console.Out, TimeProvider.System));
            ConsoleReport.Write(console, report, Path.Combine(options.Out, report.Result.Id));
            if (report.Unwritten is { } unwritten)
            {
                await Console.Error.WriteLineAsync(unwritten);
                return LabExitCode.NotDone;
            }

            return signals.Token.IsCancellationRequested ? LabExitCode.Interrupted
                : report.Gates.Any(gate => !gate.IsKept) ? LabExitCode.GateMissed
                : !report.Result.Succeeded ? LabExitCode.Failed
                : report.Baseline?.ExitCode ?? LabExitCode.Success;
        }
        catch (OperationCanceledException) when (signals.Token.IsCancellationRequested)
        {
            return LabExitCode.Interrupted;
        }
        catch (LabException exception)
        {
            await Console.Error.WriteLineAsync(exception.Message);
            return exception.ExitCode;
        }

        Task<RunReport> MeasureAsync(Suite suite, IProgressView progress) =>
            new LabRun(options, suite, progress, TimeProvider.System).RunAsync(signals.Token);
    }
}
