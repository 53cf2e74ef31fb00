using System.Text;
using Journal.Features.Replay;
using Journal.Log.Frames;

namespace Journal.Tests.Replay;

public sealed class OtlpFieldsTests
{
    /// <summary>The numbers by the table for syslog in OpenTelemetry's data model; a name that is known comes first.</summary>
    [Theory]
    [InlineData("\"severityNumber\":1", 7)]
    [InlineData("\"severityNumber\":9", 6)]
    [InlineData("\"severityNumber\":10", 5)]
    [InlineData("\"severityNumber\":13", 4)]
    [InlineData("\"severityNumber\":17", 3)]
    [InlineData("\"severityNumber\":18", 2)]
    [InlineData("\"severityNumber\":19", 1)]
    [InlineData("\"severityNumber\":21", 0)]
    [InlineData("\"severityNumber\":21,\"severityText\":\"Critical\"", 2)]
    [InlineData("\"severityNumber\":17,\"severityText\":\"SEVERE\"", 3)]
    [InlineData("\"severityNumber\":\"SEVERITY_NUMBER_ERROR2\"", 3)]
    [InlineData("\"severity_number\":13,\"severity_text\":\"\"", 4)]
    [InlineData("\"severityNumber\":0", null)]
    [InlineData("\"body\":{}", null)]
    public void Severity_OfARecord_IsSyslogs(string members, int? severity) =>
        Fields($$"""{"resourceLogs":[{"scopeLogs":[{"logRecords":[{{{members}}}]}]}]}""").Severity.ShouldBe(severity);

    [Theory]
    [InlineData("""{"resourceLogs":[]}""")]
    [InlineData("""{"resourceLogs":[7]}""")]
    [InlineData("""{"resourceLogs":{"a":1}}""")]
    [InlineData("""{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"body":{"stringValue":7},"attributes":[7,{"key":7}]}]}]}]}""")]
    [InlineData("""{"streams":[{"stream":7,"values":[[1,2,3]]}]}""")]
    [InlineData("""{"streams":[{"values":[[]]}]}""")]
    [InlineData("""{"streams":[{"values":["x"]}]}""")]
    [InlineData("""{"tag":"","time":{},"record":{"level":{}}}""")]
    [InlineData("""{"tag":"a","time":4294967295.000000000,"record":{}}""")]
    [InlineData("""{"event":null,"time":"x","fields":7}""")]
    [InlineData("""{"level":"\ud800","a":""")]
    [InlineData("""{""")]
    public void Fields_OfADocumentOfAnotherForm_AreUnknown(string text)
    {
        var fields = Fields(text);

        (fields.Severity, fields.Host, fields.Time).ShouldBe((null, null, null));
    }

    private static SyslogFields Fields(string text) =>
        SyslogFields.Of(new(0, 0, new(SourceKind.Http, "a"), RecordMarks.Json, Encoding.UTF8.GetBytes(text)));
}
