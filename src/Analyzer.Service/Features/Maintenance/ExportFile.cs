using System.Text.Json;
using Analyzer.Core;
using Durable;

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
            var written = new DateTimeOffset(File.GetLastWriteTimeUtc(path));
            var end = StartOfLine(stream, stream.Length); // after the last whole line
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
        LocalDisk.Instance.FlushFolder(Path.GetDirectoryName(Path.GetFullPath(Stream.Name))!);
    }

    private static ReportCursor Continuation(ReportCursor last, DateTimeOffset written)
    {
        var safe = new ReportCursor(written - Overlap, default);
        return last.AnalyzedAt <= safe.AnalyzedAt ? last : safe;
    }

    private static async Task<AnalysisReport> ReadReportAsync(FileStream stream, string path, long end, CancellationToken cancellationToken)
    {
        var start = StartOfLine(stream, end - 1);
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

    /// <returns>Where the line that ends before <paramref name="end"/> begins.</returns>
    private static long StartOfLine(FileStream stream, long end) =>
        TornLine.FindStart((buffer, offset) => RandomAccess.Read(stream.SafeFileHandle, buffer, offset), end, long.MaxValue) ?? 0;

    private static MaintenanceException NotAnExport(string path) =>
        new($"{path} is not an export. It was not changed. Name another file.");
}
