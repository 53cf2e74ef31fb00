using System.Globalization;
using Load.Machine;
using Spectre.Console;

namespace Crash.Faults;

/// <summary>The crash suite as the command line sees it: a line for each round, a table, an exit code.</summary>
/// <param name="console">For the table.</param>
/// <param name="time">Names the run's folder.</param>
internal sealed class CrashLab(IAnsiConsole console, TimeProvider time)
{
    /// <summary>Something was lost, duplicated or wrong, or the system did not come back.</summary>
    public const int Found = 1;

    private const int Done = 0;
    private const int NotDone = 2;
    private const int Interrupted = 130;

    /// <returns>The exit code.</returns>
    public async Task<int> RunAsync(CrashOptions options, CancellationToken stop)
    {
        var stamp = time.GetUtcNow().ToString("yyyyMMdd-HHmmss", CultureInfo.InvariantCulture);
        var folder = Directory.CreateDirectory(Path.Combine(options.Out, $"{stamp}-crash-{options.Store}")).FullName;
        var results = new List<CrashResult>();
        console.WriteLine(
            $"crash: {options.Rounds} rounds of {string.Join(", ", options.Faults)} on {options.Store}, --seed {options.Seed}");
        var code = await RunAsync(options, folder, results, stop);
        CrashReport.Write(console, options.System.Entries, results);
        if (code == Found || results.Exists(result => result.Counters.Findings.Count > 0))
        {
            console.WriteLine($"Logs and data are in {folder}. To repeat the same entries and moments: --seed {options.Seed}");
        }
        else
        {
            Directory.Delete(folder, recursive: true);
        }

        return code;
    }

    private async Task<int> RunAsync(CrashOptions options, string folder, List<CrashResult> results, CancellationToken stop)
    {
        try
        {
            if (!options.NoBuild)
            {
                await ProgramBuild.RunAsync(options.System.Programs, console.Profile.Out.Writer, stop);
            }

            await using var scene = await options.System.OpenAsync(options, folder, stop);
            foreach (var fault in options.Faults)
            {
                var rounds = new CrashRounds(scene.Prepare(fault), options, console.Profile.Out.Writer);
                try
                {
                    await rounds.RunAsync(stop);
                }
                finally
                {
                    results.Add(rounds.Result);
                }
            }

            return results.TrueForAll(result => result.Succeeded) ? Done : Found;
        }
        catch (Exception exception) when (stop.IsCancellationRequested && IsExpected(exception))
        {
            return Interrupted;
        }
        catch (Exception exception) when (exception is LabException or HttpRequestException)
        {
            await Console.Error.WriteLineAsync(exception.Message);
            return results.Count > 0 ? Found : NotDone; // before the first fault only servers can have failed
        }
    }

    /// <summary>A command that the stop cut off may have failed before its wait was.</summary>
    private static bool IsExpected(Exception exception) =>
        exception is OperationCanceledException or LabException or HttpRequestException;
}
