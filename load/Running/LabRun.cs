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
        var suite = Customized(SuiteCatalog.Get(options.Suite, ownFiles: options.Corpus is not null));
        var library = new FileLibrary(options.Seed, options.Corpus);
        var started = time.GetUtcNow();
        var timestamp = time.GetTimestamp();
        var id = $"{started.ToString("yyyyMMdd-HHmmss", CultureInfo.InvariantCulture)}-{suite.Name}";
        var folder = Directory.CreateDirectory(Path.Combine(options.Out, id));
        var service = new ServiceStart(options.Service ?? ServiceAssembly.Find(), Path.Combine(folder.FullName, "service.log"));

        progress.Planned(suite);
        await using var measurement = new Measurement(suite, library, service, progress, time);
        var interrupted = await measurement.RunAsync(stop);
        var result = new RunResult
        {
            Id = id,
            Suite = suite.Name,
            StartedAt = started,
            Elapsed = time.GetElapsedTime(timestamp),
            Interrupted = interrupted,
            Environment = RunEnvironment.Current(options.Seed, options.Corpus),
            Rows = [.. suite.Cells.Select(cell => (Cell: cell, Slots: measurement.SlotsOf(cell))).Where(measured => measured.Slots.Count > 0)
                .Select(measured => new Row(measured.Cell, library.BytesPerRequest(measured.Cell), measured.Slots))],
            Timeline = measurement.Timeline,
        };
        await ResultFolder.WriteAsync(folder, result);
        return result;
    }

    private Suite Customized(Suite suite) => suite with
    {
        Cells = CellFilter.Parse(options.Only).Apply(suite.Cells),
        Repeats = options.Repeat ?? suite.Repeats,
        Slot = options.Slot ?? suite.Slot,
    };
}
