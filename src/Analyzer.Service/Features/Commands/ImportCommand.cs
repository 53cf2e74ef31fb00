using System.Runtime.CompilerServices;
using System.Text.Json;
using Analyzer.Core;
using Analyzer.Service.Features.Storage;
using Hosting.Lifetime;

namespace Analyzer.Service.Features.Commands;

/// <summary>
/// Saves every report of an export, like the service: a known one stays, one of an older engine is replaced. So it can be repeated, also
/// after a stop or a crash. Invalid lines are reported and skipped.
/// </summary>
internal static class ImportCommand
{
    private const int ChunkLines = 256;

    /// <summary>Chunks at once: together their saves fill a store's batches.</summary>
    private const int Chunks = 8;

    public static async Task<int> RunAsync(MaintenanceContext context, CancellationToken cancellationToken)
    {
        await using var input = context.File is { } path ? File.OpenRead(path) : context.Input;
        var store = context.Store.Open(StorePurpose.Bulk, observer: null);
        await using var closing = store as IAsyncDisposable;
        var progress = new ProgressView("import", context);
        var counters = new ImportCounters(context.Messages);
        try
        {
            // The token ends only the reading: chunks that were begun are finished.
            await Parallel.ForEachAsync(
                ChunksAsync(input, counters, progress, cancellationToken),
                new ParallelOptions { MaxDegreeOfParallelism = Chunks, CancellationToken = CancellationToken.None },
                (chunk, _) => SaveAsync(chunk, store, counters));
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            await context.Messages.WriteLineAsync(
                $"import: stopped after {progress.Sum(counters.Stored)}: {counters}. The same command again does the rest.");
            return ExitCode.Interrupted;
        }
        catch (StoreUnavailableException unavailable)
        {
            throw new MaintenanceException(
                $"stopped after {progress.Sum(counters.Stored)}: {unavailable.Message} The same command again does the rest.", unavailable);
        }

        await context.Messages.WriteLineAsync($"import: {progress.Sum(counters.Stored)} into {context.Store.Place}: {counters}.");
        return counters.Bad == 0 ? ExitCode.Done : ExitCode.Found;
    }

    private static async IAsyncEnumerable<ReportLine[]> ChunksAsync(
        Stream input, ImportCounters counters, ProgressView progress, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var chunk = new List<ReportLine>(ChunkLines);
        await foreach (var line in ReportLines.ReadAsync(input, cancellationToken))
        {
            chunk.Add(line);
            if (chunk.Count == ChunkLines)
            {
                yield return [.. chunk];
                chunk.Clear();
                await progress.ReportAsync(counters.Stored);
                cancellationToken.ThrowIfCancellationRequested();
            }
        }

        yield return [.. chunk];
    }

    private static async ValueTask SaveAsync(ReportLine[] chunk, IReportStore store, ImportCounters counters)
    {
        var saves = new List<Task<SaveResult>>(chunk.Length);
        foreach (var line in chunk)
        {
            if (Parse(line, counters) is { } report)
            {
                saves.Add(store.SaveAsync(report, CancellationToken.None));
            }
        }

        await foreach (var save in Task.WhenEach(saves))
        {
            counters.Count((await save).Outcome);
        }
    }

    private static AnalysisReport? Parse(ReportLine line, ImportCounters counters)
    {
        if (line.Utf8 is null)
        {
            counters.CountBad(line.Number, $"longer than {ReportLines.MaxLength:n0} bytes");
            return null;
        }

        try
        {
            if (!ChecksummedReport.TryRead(line.Utf8, out var json, out _))
            {
                counters.CountBad(line.Number, "it is damaged: its checksum differs");
                return null;
            }

            var report = ReportJson.Deserialize(json);
            if (Problem(report) is { } problem)
            {
                counters.CountBad(line.Number, problem);
                return null;
            }

            return report;
        }
        catch (JsonException exception)
        {
            counters.CountBad(line.Number, $"not a report, or incomplete ({exception.Message.TrimEnd('.')})");
            return null;
        }
    }

    /// <summary>Values that the JSON's types allow but no engine writes.</summary>
    private static string? Problem(AnalysisReport report) =>
        report.AnalyzedAt < DateTimeOffset.UnixEpoch ? "analyzed before 1970"
        : report.Size < 0 || report.Score < 0 || report.Engine < 1 ? "a number is too small"
        : null;
}
