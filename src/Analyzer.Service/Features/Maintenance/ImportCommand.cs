using System.Runtime.CompilerServices;
using System.Text.Json;
using Analyzer.Core;
using Analyzer.Service.Features.Storage;

namespace Analyzer.Service.Features.Maintenance;

/// <summary>
/// Saves every report of an export, as the service would: one that is known stays, one of an older engine gives way. So it can be repeated, after
/// a stop or a crash too. Bad lines are named and passed over.
/// </summary>
internal static class ImportCommand
{
    private const int ChunkLines = 256;

    /// <summary>Chunks at once: as many saves as fill a store's batches.</summary>
    private const int Chunks = 8;

    public static async Task<int> RunAsync(MaintenanceContext context, CancellationToken cancellationToken)
    {
        await using var input = context.File is { } path ? File.OpenRead(path) : context.Input;
        var store = context.Store.Open(StoreUse.Move, observer: null);
        await using var closing = store as IAsyncDisposable;
        var progress = new Progress("import", context);
        var tally = new ImportTally(context.Messages);
        try
        {
            // The token ends the reading only: chunks that were begun are finished.
            await Parallel.ForEachAsync(
                ChunksAsync(input, tally, progress, cancellationToken),
                new ParallelOptions { MaxDegreeOfParallelism = Chunks, CancellationToken = CancellationToken.None },
                (chunk, _) => SaveAsync(chunk, store, tally));
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            await context.Messages.WriteLineAsync($"import: stopped after {progress.Sum(tally.Stored)}: {tally}. The same command again does the rest.");
            return ExitCode.Interrupted;
        }
        catch (StoreUnavailableException unavailable)
        {
            throw new MaintenanceException($"stopped after {progress.Sum(tally.Stored)}: {unavailable.Message} The same command again does the rest.", unavailable);
        }

        await context.Messages.WriteLineAsync($"import: {progress.Sum(tally.Stored)} into {context.Store.Place}: {tally}.");
        return tally.Bad == 0 ? ExitCode.Success : ExitCode.Problems;
    }

    private static async IAsyncEnumerable<ReportLine[]> ChunksAsync(
        Stream input, ImportTally tally, Progress progress, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var chunk = new List<ReportLine>(ChunkLines);
        await foreach (var line in ReportLines.ReadAsync(input, cancellationToken))
        {
            chunk.Add(line);
            if (chunk.Count == ChunkLines)
            {
                yield return [.. chunk];
                chunk.Clear();
                await progress.ReportAsync(tally.Stored);
                cancellationToken.ThrowIfCancellationRequested();
            }
        }

        yield return [.. chunk];
    }

    private static async ValueTask SaveAsync(ReportLine[] chunk, IReportStore store, ImportTally tally)
    {
        var saves = new List<Task<SaveResult>>(chunk.Length);
        foreach (var line in chunk)
        {
            if (Parse(line, tally) is { } report)
            {
                saves.Add(store.SaveAsync(report, CancellationToken.None));
            }
        }

        await foreach (var save in Task.WhenEach(saves))
        {
            tally.Count((await save).Outcome);
        }
    }

    private static AnalysisReport? Parse(ReportLine line, ImportTally tally)
    {
        if (line.Utf8 is null)
        {
            tally.CountBad(line.Number, $"longer than {ReportLines.MaxLength:n0} bytes");
            return null;
        }

        try
        {
            var report = ReportJson.Deserialize(line.Utf8);
            if (Problem(report) is { } problem)
            {
                tally.CountBad(line.Number, problem);
                return null;
            }

            return report;
        }
        catch (JsonException exception)
        {
            tally.CountBad(line.Number, $"not a report, or cut short ({exception.Message.TrimEnd('.')})");
            return null;
        }
    }

    /// <summary>What the JSON's types allow and no engine writes.</summary>
    private static string? Problem(AnalysisReport report) =>
        report.AnalyzedAt < DateTimeOffset.UnixEpoch ? "analyzed before 1970"
        : report.Size < 0 || report.Score < 0 || report.Engine < 1 ? "a number is below its range"
        : null;
}
