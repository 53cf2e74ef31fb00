using System.Globalization;
using Load.Comparing;
using Load.Gates;
using Load.Live;
using Load.Machine;
using Load.Measuring;
using Load.Measuring.Mixing;
using Load.Reports;

namespace Load.Commands;

/// <summary>One run from what a person asked for to the folder with its results.</summary>
internal sealed class LabRun(RunOptions options, Suite suite, IProgressView progress, TimeProvider time)
{
    /// <param name="stop">Ends the run after the requests under way; its result is marked.</param>
    /// <exception cref="LabException">It could not even begin.</exception>
    public async Task<RunReport> RunAsync(CancellationToken stop)
    {
        await using var resources = new AsyncDisposables(suite.Resources);
        var environment = RunEnvironment.Current(options.Seed, await suite.DescribeAsync(stop));
        var baseline = Baseline.Read(options.Baseline, options.Force);
        baseline?.RequireLike(suite.Name, environment);
        if (options.WaitForQuiet is { } patience)
        {
            progress.WaitingForQuiet(patience);
            await QuietMachine.WaitAsync(patience, time, stop);
        }

        environment = environment with
        {
            Yardsticks = options.Smoke ? null : Yardsticks.Measure(), // nothing is compared with a run whose figures mean nothing
            IsChanged = await SourceTree.IsChangedAsync(stop),
            PowerSaving = PowerPlan.Saving(),
            Cpus = options.Cpus?.ToString(),
        };
        var started = time.GetUtcNow();
        var timestamp = time.GetTimestamp();
        CreateFolder(options.Out); // a clone has none yet, and the metrics leave a file in it
        var id = FreeId(options.Out, $"{started.ToString("yyyyMMdd-HHmmss", CultureInfo.InvariantCulture)}-{suite.Name}");
        using var metrics = new RunMetrics(id, options.Out, options.MetricsPort);
        var folder = CreateFolder(Path.Combine(options.Out, id));

        progress.Planned(suite);
        using var processors = ProcessorShares.Take(suite.HasOwnProcessors, options.Cpus);
        await using var measurement = new Measurement(suite, folder, processors, progress, metrics, time);
        var interrupted = await RunAsync(measurement, folder, stop);
        var rows = RowsOf(measurement);
        var result = new RunResult
        {
            Id = id,
            Suite = suite.Name,
            Compared = suite.Compared,
            AlsoCompared = suite.AlsoCompared,
            Clock = suite.Clock,
            StartedAt = started,
            Elapsed = time.GetElapsedTime(timestamp),
            Interrupted = interrupted,
            Environment = environment with { Service = measurement.Facts },
            Rows = rows,
            Timeline = measurement.Timeline,
            Skipped = [.. suite.Skipped, .. measurement.Cases.Where(one => one.Obstacle is not null)],
            Knees = [.. Knee.Of(rows.Where(row => row.Case.IsRung), suite.SearchCount)],
            IsSmoke = options.Smoke,
            Question = suite.Question,
            CommandLine = options.CommandLine,
            IsBeyondLimits = suite.IsBeyondLimits,
        };
        result = result with { Findings = [.. suite.Findings(result)], Details = [.. suite.Details(result)] };
        var report = new RunReport(result, baseline?.CompareTo(result));
        report = report with { Gates = GateOutcome.Of(options.Gates, report.Document, baseline?.Run) };
        try
        {
            await ResultFolder.WriteAsync(folder, report);
            return report;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return report with { Unwritten = $"--out: the results could not be written to {folder.FullName}: {exception.Message}" };
        }
    }

    private static async Task<string?> RunAsync(Measurement measurement, DirectoryInfo folder, CancellationToken stop)
    {
        try
        {
            return await measurement.RunAsync(stop);
        }
        catch (LabException) when (!folder.EnumerateFileSystemInfos().Any())
        {
            folder.Delete(); // not even the log of a process is in it
            throw;
        }
    }

    private static IReadOnlyList<CaseResult> RowsOf(Measurement measurement)
    {
        var rows = new Dictionary<string, CaseResult>();
        foreach (var measured in measurement.Cases)
        {
            var (iterations, broken) = (measurement.IterationsOf(measured), measurement.BreakOf(measured));
            if (iterations.Count > 0 || broken is not null)
            {
                // A ceiling, or a baseline, stands before what is measured against it.
                var row = new CaseResult(measured, iterations)
                {
                    Ceiling = rows.GetValueOrDefault(measured.Ceiling ?? ""),
                    Baseline = rows.GetValueOrDefault(measured.Baseline ?? ""),
                    Idle = measurement.IdleOf(measured),
                    Broken = broken,
                };
                rows.Add(measured.Name, row);
                foreach (var step in measured.Rows.Skip(1))
                {
                    rows.Add(step.Name, new CaseResult(
                        step, [.. iterations.Select(iteration => iteration.OfStep(step.StepNumber, step[Mix.Dimension]!))])
                    {
                        Whole = row,
                    });
                }
            }
        }

        return [.. rows.Values];
    }

    /// <summary>Two labs may begin within one second.</summary>
    private static string FreeId(string folder, string id)
    {
        var free = id;
        for (var number = 2; Directory.Exists(Path.Combine(folder, free)); number++)
        {
            free = string.Create(CultureInfo.InvariantCulture, $"{id}-{number}");
        }

        return free;
    }

    private static DirectoryInfo CreateFolder(string path)
    {
        try
        {
            return Directory.CreateDirectory(path);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new LabException($"--out: results cannot be written to {path}: {exception.Message}");
        }
    }

    /// <summary>The resources of a suite end with the run.</summary>
    private sealed class AsyncDisposables(IReadOnlyList<IAsyncDisposable> all) : IAsyncDisposable
    {
        public async ValueTask DisposeAsync()
        {
            foreach (var one in all)
            {
                await one.DisposeAsync();
            }
        }
    }
}
