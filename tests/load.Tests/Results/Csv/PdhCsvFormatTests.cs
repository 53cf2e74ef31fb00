using System.Globalization;
using System.Text.RegularExpressions;
using Load.Measuring;
using Load.Reports;
using Load.Results.Exporting;
using Load.Tests.Reports;

namespace Load.Tests.Results.Csv;

/// <summary>
/// Field by field against the description of PDH-CSV (winperf's log format as relog and typeperf write and read it:
/// https://learn.microsoft.com/windows-server/administration/windows-commands/relog, and for paths
/// https://learn.microsoft.com/windows/win32/perfctrs/specifying-a-counter-path).
/// </summary>
public sealed partial class PdhCsvFormatTests : IDisposable
{
    /// <summary>The counters of the object Process, as perfmon lists them on every Windows.</summary>
    private static readonly string[] CountersOfProcess =
    [
        "% Privileged Time", "% Processor Time", "% User Time", "Creating Process ID", "Elapsed Time", "Handle Count", "ID Process",
        "IO Data Bytes/sec", "IO Data Operations/sec", "IO Other Bytes/sec", "IO Other Operations/sec", "IO Read Bytes/sec",
        "IO Read Operations/sec", "IO Write Bytes/sec", "IO Write Operations/sec", "Page Faults/sec", "Page File Bytes",
        "Page File Bytes Peak", "Pool Nonpaged Bytes", "Pool Paged Bytes", "Priority Base", "Private Bytes", "Thread Count",
        "Virtual Bytes", "Virtual Bytes Peak", "Working Set", "Working Set - Private", "Working Set Peak",
    ];

    private readonly TempDirectory _folder = new("pdh");

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Write_Run_IsPdhCsvFieldByField(bool withRequests)
    {
        var lines = await WriteAsync(withRequests);

        // Every field is quoted, no field has a quote or a line break in it, and each line has as many as the first.
        lines.ShouldAllBe(line => Line().IsMatch(line));
        var cells = lines.Select(line => line.Trim('"').Split("\",\"")).ToArray();
        cells.ShouldAllBe(line => line.Length == cells[0].Length);

        // The first field of the head: format, zone, and minutes that it is behind UTC.
        var head = Head().Match(cells[0][0]);
        head.Success.ShouldBeTrue(cells[0][0]);
        head.Groups["bias"].Value.ShouldBe("0"); // times are UTC
        foreach (var path in cells[0][1..])
        {
            var parts = CounterPath().Match(path);
            parts.Success.ShouldBeTrue(path);
            if (parts.Groups["object"].Value == "Process")
            {
                CountersOfProcess.ShouldContain(parts.Groups["counter"].Value);
            }
            else
            {
                parts.Groups["object"].Value.ShouldBe("Analyzer Lab"); // none that Windows has, or would mean something else
            }
        }

        cells[0].ShouldBeUnique();

        // Times ascend, and a value is a number with a point, or a blank where there was nothing to read.
        cells[1..].Select(line => DateTime.ParseExact(line[0], "MM/dd/yyyy HH:mm:ss.fff", CultureInfo.InvariantCulture)).ShouldBeInOrder();
        cells[1..].SelectMany(line => line[1..]).ShouldAllBe(cell => cell == " " || Value().IsMatch(cell));
        cells[1][1].ShouldBe(" "); // the first look at a rate
    }

    private async Task<string[]> WriteAsync(bool withRequests)
    {
        var row = Rows.Row("rest unknown 1MB x4", Rows.Iteration(1, (300, Outcome.Ok), (500, Outcome.Wrong)));
        await ResultFolder.WriteAsync(new DirectoryInfo(_folder.Path), new RunReport(Rows.Result(null, row)));
        if (!withRequests)
        {
            return await File.ReadAllLinesAsync(_folder.Combine("timeline.csv"), TestContext.Current.CancellationToken);
        }

        var output = new StringWriter();
        ExportFormat.Write(ExportFormat.PdhCsv, RecordedRun.Read(_folder.Path), output);
        return output.ToString().TrimEnd('\n').Split('\n');
    }

    [GeneratedRegex("^\"[^\"\r\n]*\"(,\"[^\"\r\n]*\")*$")]
    private static partial Regex Line();

    [GeneratedRegex(@"^\(PDH-CSV 4\.0\) \((?<zone>[^()]+)\)\((?<bias>-?\d+)\)$")]
    private static partial Regex Head();

    [GeneratedRegex(@"^\\\\(?<machine>[^\\]+)\\(?<object>[^\\()]+)\((?<instance>[^()#\\/]+)\)\\(?<counter>.+)$")]
    private static partial Regex CounterPath();

    [GeneratedRegex(@"^-?\d+(\.\d+)?$")]
    private static partial Regex Value();
}
