using System.Diagnostics;
using Analyzer.Core;
using Hosting.Lifetime;

namespace Analyzer.Service.Features.Commands;

/// <summary>
/// Writes every report as a line of JSON (NDJSON), the oldest first: reports that are saved or replaced meanwhile come at the end, so that
/// nothing is missed while a service runs. The same command continues an existing file.
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
        var progress = new ProgressView("export", context);
        var after = file?.After;
        var (written, damaged) = (0L, 0L);
        try
        {
            while (true)
            {
                var query = new ReportQuery(ReportQuery.MaxLimit, After: after, Order: ReportOrder.OldestFirst);
                var page = await source.ListAsync(query, cancellationToken);
                await WriteAsync(page, output);
                written += page.Reports.Count;
                damaged += page.Damaged.Count;
                foreach (var id in page.Damaged)
                {
                    await context.Messages.WriteLineAsync($"export: the report of {id} is damaged, and left out.");
                }

                await progress.ReportAsync(written);
                if (page.Next is null)
                {
                    var target = file is null ? "" : $" to {context.File}";
                    await context.Messages.WriteLineAsync($"export: {progress.Sum(written)} from {context.Store.Place}{target}.");
                    return damaged == 0 ? ExitCode.Done : ExitCode.Found;
                }

                after = ReportCursor.TryParse(page.Next, out var next) ? next : throw new UnreachableException($"No cursor: {page.Next}");
            }
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            var hint = file is null ? "" : " The same command continues from there.";
            await context.Messages.WriteLineAsync($"export: stopped after {progress.Sum(written)}.{hint}");
            return ExitCode.Interrupted;
        }
    }

    /// <summary>Whole pages only: stopping leaves no line unfinished.</summary>
    private static async Task WriteAsync(ReportPage page, Stream output)
    {
        using var lines = new MemoryStream();
        foreach (var report in page.Reports)
        {
            lines.Write(ChecksummedReport.Write(report.Json.Span));
            lines.WriteByte((byte)'\n');
        }

        await output.WriteAsync(lines.GetBuffer().AsMemory(0, (int)lines.Length), CancellationToken.None);
    }
}
