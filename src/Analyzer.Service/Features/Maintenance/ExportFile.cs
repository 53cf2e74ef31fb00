using System.Text.Json;
using Analyzer.Core;

namespace Analyzer.Service.Features.Maintenance;

/// <summary>
/// A file that an export continues: an incomplete last line, which a crash left, is cut off, and the last report says where to continue.
/// </summary>
internal sealed class ExportFile : IAsyncDisposable
{
    private const int Block = 64 * 1024;

    /// <summary>
    /// A save may take seconds, and its report has the time of its analysis. So reports within a minute before the last one may have been
    /// written before older ones. These are exported twice, which does no harm to an import.
    /// </summary>
    private static readonly TimeSpan Overlap = TimeSpan.FromMinutes(1);

    private ExportFile(FileStream stream, ReportCursor? after) => (Stream, After) = (stream, after);

    /// <summary>Positioned at the end.</summary>
    public FileStream Stream { get; }

    /// <summary>The report after which to continue; null to begin at the first.</summary>
    public ReportCursor? After { get; }

    /// <exception cref="MaintenanceException">The file holds something else.</exception>
    /// <exception cref="IOException">It cannot be written, or another process writes it.</exception>
    public static async Task<ExportFile> OpenAsync(string path, CancellationToken cancellationToken)
    {
        var stream = new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.Read, Block, useAsync: true);
        try
        {
            var written = File.GetLastWriteTimeUtc(path);
            var end = await LastLineBreakAsync(stream, stream.Length, cancellationToken) + 1;
            if (end == 0 && stream.Length > 0)
            {
                throw NotAnExport(path);
            }

            var last = end == 0 ? null : await ReadReportAsync(stream, path, end, cancellationToken);
            stream.SetLength(end);
            stream.Position = end;
            return new(stream, last is null ? null : Continuation(ReportCursor.Of(last), written));
        }
        catch
        {
            await stream.DisposeAsync();
            throw;
        }
    }

    /// <summary>Everything written is on the disk when it returns.</summary>
    public async ValueTask DisposeAsync()
    {
        await Stream.FlushAsync();
        Stream.Flush(flushToDisk: true);
        await Stream.DisposeAsync();
    }

    private static ReportCursor Continuation(ReportCursor last, DateTimeOffset written)
    {
        var safe = new ReportCursor(written - Overlap, default);
        return last.AnalyzedAt <= safe.AnalyzedAt ? last : safe;
    }

    private static async Task<AnalysisReport> ReadReportAsync(FileStream stream, string path, long end, CancellationToken cancellationToken)
    {
        var start = await LastLineBreakAsync(stream, end - 1, cancellationToken) + 1;
        if (end - start > ReportLines.MaxLength)
        {
            throw NotAnExport(path);
        }

        var line = new byte[end - start];
        stream.Position = start;
        await stream.ReadExactlyAsync(line, cancellationToken);
        try
        {
            return ChecksummedReport.TryRead(line.AsSpan().TrimEnd((byte)'\n'), out var json, out _)
                ? ReportJson.Deserialize(json)
                : throw NotAnExport(path);
        }
        catch (JsonException)
        {
            throw NotAnExport(path);
        }
    }

    /// <returns>Position of the last line break before <paramref name="end"/>; -1 when there is none.</returns>
    private static async Task<long> LastLineBreakAsync(FileStream stream, long end, CancellationToken cancellationToken)
    {
        var block = new byte[Block];
        while (end > 0)
        {
            var start = Math.Max(0, end - Block);
            var piece = block.AsMemory(0, (int)(end - start));
            stream.Position = start;
            await stream.ReadExactlyAsync(piece, cancellationToken);
            if (piece.Span.LastIndexOf((byte)'\n') is >= 0 and var index)
            {
                return start + index;
            }

            end = start;
        }

        return -1;
    }

    private static MaintenanceException NotAnExport(string path) =>
        new($"{path} is not an export. It was not changed. Name another file.");
}
