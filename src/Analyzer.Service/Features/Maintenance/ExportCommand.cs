using System.Text.Json;
using Analyzer.Core;

namespace Analyzer.Service.Features.Maintenance;

/// <summary>
/// Writes every report as a line of JSON (NDJSON), the oldest first: what is saved or replaced meanwhile comes at the end, so that nothing is
/// passed over beside a running service. The same command goes on with a file that is there.
/// </summary>
internal static class ExportCommand
{
    public static async Task<int> RunAsync(MaintenanceContext context, CancellationToken cancellationToken)
    {
        var source = context.Store.OpenReader();
        using var closing = source as IDisposable;
        await using var closingLater = source as IAsyncDisposable;
        await using var file = context.File is { } path ? await ExportFile.OpenAsync(path, cancellationToken) : null;
        var output = file?.Stream ?? context.Output;
        var progress = new Progress("export", context);
        var after = file?.After;
        var written = 0L;
        try
        {
            while (true)
            {
                var page = await source.ListAsync(new ReportQuery(ReportQuery.MaxLimit, After: after, Order: ReportOrder.OldestFirst), cancellationToken);
                await WriteAsync(page, output);
                written += page.Reports.Count;
                await progress.ReportAsync(written);
                if (page.Next is null)
                {
                    await context.Messages.WriteLineAsync($"export: {progress.Sum(written)} from {context.Store.Place}{(file is null ? "" : $" to {context.File}")}.");
                    return ExitCode.Success;
                }

                after = ReportCursor.Of(page.Reports[^1]);
            }
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            await context.Messages.WriteLineAsync($"export: stopped after {progress.Sum(written)}.{(file is null ? "" : " The same command goes on from there.")}");
            return ExitCode.Interrupted;
        }
    }

    /// <summary>Whole pages only: stopping leaves no line unfinished.</summary>
    private static async Task WriteAsync(ReportPage page, Stream output)
    {
        using var lines = new MemoryStream();
        foreach (var report in page.Reports)
        {
            JsonSerializer.Serialize(lines, report, ReportJson.Wire.AnalysisReport);
            lines.WriteByte((byte)'\n');
        }

        await output.WriteAsync(lines.GetBuffer().AsMemory(0, (int)lines.Length), CancellationToken.None);
    }
}
