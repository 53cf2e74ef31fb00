using Load.Results.Csv;
using Load.Tests.Reports;


namespace Load.Tests.Results.Csv;

public sealed class TimelineCsvTests
{
    /// <summary>
    /// The form that perfmon's own logs have (https://learn.microsoft.com/windows-server/administration/windows-commands/typeperf).
    /// </summary>
    [Fact]
    public void Write_Timeline_IsPdhCsv()
    {
        var output = new StringWriter { NewLine = "\n" };

        TimelineCsv.Write(output, Rows.Result(null).Timeline, "HOST");

        var lines = output.ToString().TrimEnd().Split("\r\n").Select(line => line.Split(',')).ToArray();
        lines[0][0].ShouldBe("\"(PDH-CSV 4.0) (Coordinated Universal Time)(0)\"");
        lines[0][1].ShouldBe("\"\\\\HOST\\Process(Analyzer.Service)\\% Processor Time\"");
        lines.ShouldAllBe(line => line.Length == lines[0].Length);
        lines[1][..3].ShouldBe(["\"11/21/2026 12:00:00.000\"", "\" \"", "\"50000000\""]);
        lines[2][..5].ShouldBe(["\"11/21/2026 12:00:01.000\"", "\"50\"", "\"51000000\"", "\"21\"", "\"101\""]);
        lines[2][5].ShouldBe("\"100\""); // a processor's worth of the lab
        lines[3][1].ShouldBe("\" \""); // the service was gone
    }
}
