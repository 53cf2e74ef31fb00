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

    /// <summary>
    /// As typeperf, logman and relog write it (their output in public issues and tests): lines end in CR and LF, no mark of an encoding
    /// stands before them, and the zone is named as Windows names it.
    /// </summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Write_Run_HasLinesAndZoneAsWindowsWritesThem(bool withRequests)
    {
        var text = await TextAsync(withRequests);

        text.ShouldStartWith("\"(PDH-CSV 4.0) (Coordinated Universal Time)(0)\",\"\\\\");
        text.ShouldEndWith("\"\r\n");
        text.Count(sign => sign == '\r').ShouldBe(text.Count(sign => sign == '\n'));
        text.ReplaceLineEndings("\n").ReplaceLineEndings("\r\n").ShouldBe(text);
    }

    /// <summary>A run of an older lab is exported like any other.</summary>
    [Fact]
    public async Task Read_TimelineOfAnOlderLab_IsRead()
    {
        var text = await TextAsync(withRequests: false);

        var older = text.Replace("(Coordinated Universal Time)", "(UTC)").Replace("\r\n", "\n").TrimEnd().Split('\n');

        new RecordedTimeline(older).Ticks.Count.ShouldBe(older.Length - 1);
    }

    private async Task<string[]> WriteAsync(bool withRequests) => (await TextAsync(withRequests)).TrimEnd().Split("\r\n");

    private async Task<string> TextAsync(bool withRequests)
    {
        var row = Rows.Row("rest unknown 1MB x4", Rows.Iteration(1, (300, Outcome.Ok), (500, Outcome.Wrong)));
        await ResultFolder.WriteAsync(new DirectoryInfo(_folder.Path), new RunReport(Rows.Result(null, row)));
        if (!withRequests)
        {
            return await File.ReadAllTextAsync(_folder.Combine("timeline.csv"), TestContext.Current.CancellationToken);
        }

        var output = new StringWriter();
        ExportFormat.Write(ExportFormat.PdhCsv, RecordedRun.Read(_folder.Path), output);
        return output.ToString();
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
