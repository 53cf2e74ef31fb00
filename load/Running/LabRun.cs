using System.Globalization;
using Load.Benchmarking;
using Load.Comparing;
using Load.Corpus;
using Load.Measured;
using Load.Metrics;
using Load.Progress;
using Load.Reports;
using Load.Server;
using Load.Suites;
using Load.Transports;

namespace Load.Running;

/// <summary>One run from what a person asked for to the folder with its results.</summary>
internal sealed class LabRun(RunOptions options, IProgressView progress, TimeProvider time)
{
    /// <param name="stop">Ends the run after the requests under way; its result is marked.</param>
    /// <exception cref="LabException">It could not even begin.</exception>
    public async Task<RunResult> RunAsync(CancellationToken stop)
    {
        var suite = Customized(SuiteCatalog.Get(options.Suite, new SuiteRequest(options.Corpus is not null, options.Length, options.Store.Measurable, options.Store.Url, options.Reports)));
        var environment = await EnvironmentAsync(stop);
        var baseline = Baseline.Read(options.Baseline, options.Force);
        baseline?.RequireLike(suite.Name, environment);
        var library = new FileLibrary(options.Seed, options.Corpus);
        var started = time.GetUtcNow();
        var timestamp = time.GetTimestamp();
        var id = $"{started.ToString("yyyyMMdd-HHmmss", CultureInfo.InvariantCulture)}-{suite.Name}";
        var folder = CreateFolder(Path.Combine(options.Out, id));

        progress.Planned(suite);
        using var metrics = new RunMetrics(id, options.Out, options.MetricsPort);
        await using var resources = new Resources(suite.Resources);
        await using var measurement = Begin(suite, library, folder, metrics);
        var interrupted = await RunAsync(measurement, folder, stop);
        var rows = RowsOf(suite, measurement, library);
        var result = new RunResult
        {
            Id = id,
            Suite = suite.Name,
            Compared = suite.Compared,
            Clock = suite.Clock,
            StartedAt = started,
            Elapsed = time.GetElapsedTime(timestamp),
            Interrupted = interrupted,
            Environment = environment with { Service = measurement.ServiceFacts },
            Rows = rows,
            Timeline = measurement.Timeline,
            Skipped = suite.Skipped,
            Knees = suite.IsLadder ? [.. Knee.Of(rows, suite.Repeats)] : [],
        };
        result = baseline?.AddTo(result) ?? result;
        await ResultFolder.WriteAsync(folder, result);
        return result;
    }

    private static async Task<string?> RunAsync(IMeasurement measurement, DirectoryInfo folder, CancellationToken stop)
    {
        try
        {
            return await measurement.RunAsync(stop);
        }
        catch (LabException) when (!folder.EnumerateFileSystemInfos().Any())
        {
            folder.Delete(); // not even a service's log is in it
            throw;
        }
    }

    /// <summary>As far as it is known before there is a service.</summary>
    private async Task<RunEnvironment> EnvironmentAsync(CancellationToken stop)
    {
        var store = options.Target is null ? await options.Store.DescribeAsync(stop) : "the target's own";
        var settings = ServiceOptions.Parse(options.Set);
        return RunEnvironment.Current(options.Seed, options.Corpus, null, store) with
        {
            Settings = settings.Count > 0 ? settings : null,
            Target = options.Target?.ToString(),
        };
    }

    private IMeasurement Begin(Suite suite, FileLibrary library, DirectoryInfo folder, RunMetrics metrics)
    {
        if (suite.Benchmark is not null)
        {
            return new BenchmarkMeasurement(suite, new BenchmarkProcess(BuiltAssembly.Find(BuiltAssembly.Microbenchmarks)), folder, progress, time);
        }

        if (options.Target is { } http)
        {
            var target = Target.At(http, options.TargetGrpc, suite.Cells.Any(cell => TransportCatalog.UsesHttp2(cell.Transport)));
            return new Measurement(suite, library, (settings, cancellationToken) => ServiceUnderTest.ConnectAsync(target, settings, cancellationToken), progress, metrics, time);
        }

        var start = new ServiceStart(options.Service ?? BuiltAssembly.Find(BuiltAssembly.Service), Path.Combine(folder.FullName, "service.log")) { Store = options.Store, Options = ServiceOptions.Parse(options.Set) };
        return new Measurement(suite, library, (settings, cancellationToken) => ServiceUnderTest.StartAsync(start, settings, cancellationToken), progress, metrics, time);
    }

    private static IReadOnlyList<Row> RowsOf(Suite suite, IMeasurement measurement, FileLibrary library)
    {
        var rows = new Dictionary<string, Row>();
        foreach (var cell in suite.Cells)
        {
            if (measurement.SlotsOf(cell) is { Count: > 0 } slots)
            {
                // A ceiling, or a baseline, stands before what is measured against it.
                rows.Add(cell.Name, new Row(cell, cell.Operation.SendsBody ? cell.Size ?? library.Own().MeanSize : 0, slots)
                {
                    Ceiling = rows.GetValueOrDefault(cell.Ceiling ?? ""),
                    Baseline = rows.GetValueOrDefault(cell.Baseline ?? ""),
                    Idle = measurement.IdleOf(cell),
                });
            }
        }

        return [.. rows.Values];
    }

    private Suite Customized(Suite suite)
    {
        var kept = CellFilter.Parse(options.Only).Apply(suite);
        var slot = options.Slot ?? suite.Slot;
        return (options.Target is { } target ? ForTarget.Restrict(kept, target) : kept) with
        {
            Repeats = options.Repeat ?? suite.Repeats,
            Slot = slot,
            WarmUp = suite.WarmUp < slot ? suite.WarmUp : slot, // NBomber takes no longer one
        };
    }

    private static DirectoryInfo CreateFolder(string path)
    {
        try
        {
            return Directory.CreateDirectory(path);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new LabException($"--out: results cannot be kept in {path}: {exception.Message}");
        }
    }
}
