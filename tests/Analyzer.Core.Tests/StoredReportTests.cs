using System.Text;
using System.Text.Json;

namespace Analyzer.Core.Tests;

public sealed class StoredReportTests
{
    [Fact]
    public void Json_OfAReport_IsItsOneForm()
    {
        var stored = new StoredReport(Samples.Report);

        stored.Json.ToArray().ShouldBe(ReportJson.Serialize(Samples.Report));
        stored.Report.ShouldBeSameAs(Samples.Report);
    }

    [Fact]
    public void Report_OfBytes_IsParsedOnce()
    {
        var stored = new StoredReport(ReportJson.Serialize(Samples.Report));

        var report = stored.Report;

        ReportJson.Serialize(report).ShouldBe(ReportJson.Serialize(Samples.Report));
        stored.Report.ShouldBeSameAs(report);
    }

    [Fact]
    public void Report_OfBytesThatAreNone_SaysSoAndLeavesTheBytes()
    {
        var stored = new StoredReport("{\"size\": 1}"u8.ToArray());

        Should.Throw<StoreUnavailableException>(() => stored.Report).Message.ShouldContain("not a report");
        stored.Json.ToArray().ShouldBe("{\"size\": 1}"u8.ToArray());
    }

    [Fact]
    public void Serialize_APage_HoldsTheBytesAsTheyAre()
    {
        // A line of a version that wrote blanks and other members.
        var page = new ReportPage([new("{ \"older\": 1e+0 }"u8.ToArray()), new("{}"u8.ToArray())], Next: "there");

        Encoding.UTF8.GetString(JsonSerializer.SerializeToUtf8Bytes(page, ReportJson.Wire.ReportPage))
            .ShouldBe("""{"reports":[{ "older": 1e+0 },{}],"next":"there"}""");
    }
}
