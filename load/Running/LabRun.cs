using System.Globalization;
using Load.Corpus;
using Load.Measured;
using Load.Reports;
using Load.Server;
using Load.Suites;

namespace Load.Running;

/// <summary>One run from what a person asked for to the folder with its results.</summary>
internal sealed class LabRun(RunOptions options, IProgressView progress, TimeProvider time)
{
    /// <param name="stop">Ends the run after the requests under way; its result is marked.</param>
    /// <exception cref="LabException">It could not even begin.</exception>
    public async Task<RunResult> RunAsync(CancellationToken stop)
    {
        var suite = Customized(SuiteCatalog.Get(options.Suite, new SuiteRequest(options.Corpus is not null, options.Length)));
        var library = new FileLibrary(options.Seed, options.Corpus);
        var started = time.GetUtcNow();
        var timestamp = time.GetTimestamp();
        var id = $"{started.ToString("yyyyMMdd-HHmmss", CultureInfo.InvariantCulture)}-{suite.Name}";
        var folder = Directory.CreateDirectory(Path.Combine(options.Out, id));
        var service = new ServiceStart(options.Service ?? ServiceAssembly.Find(), Path.Combine(folder.FullName, "service.log"));

        progress.Planned(suite);
        await using var measurement = new Measurement(suite, library, service, progress, time);
        var interrupted = await measurement.RunAsync(stop);
        var rows = RowsOf(suite, measurement, library);
        var result = new RunResult
        {
            Id = id,
            Suite = suite.Name,
            StartedAt = started,
            Elapsed = time.GetElapsedTime(timestamp),
            Interrupted = interrupted,
            Environment = RunEnvironment.Current(options.Seed, options.Corpus, measurement.ServiceFacts),
            Rows = rows,
            Timeline = measurement.Timeline,
            Skipped = suite.Skipped,
            Knees = suite.IsLadder ? [.. Knee.Of(rows, suite.Repeats)] : [],
        };
        await ResultFolder.WriteAsync(folder, result);
        return result;
    }

    private static IReadOnlyList<Row> RowsOf(Suite suite, Measurement measurement, FileLibrary library)
    {
        var rows = new Dictionary<string, Row>();
        foreach (var cell in suite.Cells)
        {
            if (measurement.SlotsOf(cell) is { Count: > 0 } slots)
            {
                // A ceiling stands before what is measured against it.
                rows.Add(cell.Name, new Row(cell, library.BytesPerRequest(cell), slots) { Ceiling = rows.GetValueOrDefault(cell.Ceiling ?? "") });
            }
        }

        return [.. rows.Values];
    }

    private Suite Customized(Suite suite) => suite with
    {
        Cells = CellFilter.Parse(options.Only).Apply(suite.Cells),
        Repeats = options.Repeat ?? suite.Repeats,
        Slot = options.Slot ?? suite.Slot,
    };
}
