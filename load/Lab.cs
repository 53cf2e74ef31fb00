using Load.Measured;
using Load.Progress;
using Load.Reports;
using Load.Running;
using Spectre.Console;

namespace Load;

/// <summary>One run as the command line sees it: progress, table, exit code.</summary>
internal static class Lab
{
    public const int Success = 0;
    public const int Failure = 1;

    /// <summary>As shells have it: 128 and the number of SIGINT.</summary>
    public const int Interrupted = 130;

    public static async Task<int> RunAsync(RunOptions options)
    {
        using var signals = new StopSignals();
        var console = AnsiConsole.Create(new AnsiConsoleSettings { Ansi = Console.IsOutputRedirected ? AnsiSupport.No : AnsiSupport.Detect });
        try
        {
            var result = console.Profile.Capabilities.Interactive
                ? await LiveProgress.ShowAsync(console, TimeProvider.System, progress => MeasureAsync(options, progress, signals.Token))
                : await MeasureAsync(options, new LineProgress(Console.Out, TimeProvider.System), signals.Token);
            ConsoleReport.Write(console, result, Path.Combine(options.Out, result.Id));
            return signals.Token.IsCancellationRequested ? Interrupted : !result.Succeeded ? Failure : result.Baseline?.ExitCode ?? Success;
        }
        catch (OperationCanceledException) when (signals.Token.IsCancellationRequested)
        {
            return Interrupted;
        }
        catch (LabException exception)
        {
            await Console.Error.WriteLineAsync(exception.Message);
            return exception.ExitCode;
        }
    }

    private static Task<RunResult> MeasureAsync(RunOptions options, IProgressView progress, CancellationToken stop) =>
        new LabRun(options, progress, TimeProvider.System).RunAsync(stop);
}
