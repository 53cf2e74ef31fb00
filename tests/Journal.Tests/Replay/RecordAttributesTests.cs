using System.Text;
using Journal.Features.Replay.Attributes;
using Journal.Log.Frames;

namespace Journal.Tests.Replay;

/// <summary>Names and values as each door stores them.</summary>
public sealed class RecordAttributesTests
{
    [Theory]
    [InlineData("""<165>1 2003-10-11T22:14:15.003Z h a - ID47 [e@1 iut="3" src="A p"][x@1 c="high"] text""",
        """{"e@1":{"iut":"3","src":"A p"},"x@1":{"c":"high"}}""")]
    [InlineData("""<165>1 - h a - - [e@1 q="a \"b\" \] \\ \n"] t""", """{"e@1":{"q":"a \u0022b\u0022 ] \\ \\n"}}""")]
    [InlineData("""<165>1 - h a - - [e@1] t""", """{"e@1":{}}""")]
    [InlineData("""<165>1 - h a - - [Originator@6876 sub=Vimsvc.ha user=root opID="x" ] t""",
        """{"Originator@6876":{"sub":"Vimsvc.ha","user":"root","opID":"x"}}""")]
    [InlineData("""<165>1 - h a - - [e@1 a= b=c] t""", null)]
    [InlineData("""<165>1 - h a - - - [no="data"] t""", null)]
    [InlineData("""<165>1 - h a - - [e@1 broken="x] t""", null)]
    [InlineData("""<165>1 - h a - - [""", null)]
    [InlineData("<13>Nov 26 11:40:00 h app: a=b", null)]
    [InlineData(
        """
        {"resourceLogs":[{"resource":{"attributes":[{"key":"host.name","value":{"stringValue":"h"}},
        {"key":"k","value":{"boolValue":true}}]},"scopeLogs":[{"logRecords":[{"traceId":"5b8e","spanId":"",
        "attributes":[{"key":"k","value":{"intValue":"-7"}},{"key":"l","value":{"arrayValue":{"values":[{"doubleValue":1.5},
        {"kvlistValue":{"values":[{"key":"in","value":{"stringValue":"x"}}]}},{}]}}}]}]}]}]}
        """,
        """{"host.name":"h","k":-7,"l":[1.5,{"in":"x"},null],"traceId":"5b8e"}""")]
    [InlineData("""{"streams":[{"stream":{"app":"a","level":"info"},"values":[["1","line",{"trace":"t"}]]}]}""",
        """{"app":"a","level":"info","trace":"t"}""")]
    [InlineData("""{"streams":[{"labels":"{app=\"a\", env=\"b\"}","entries":[{"ts":"2018-12-18T08:28:06Z","line":"x"}]}]}""",
        """{"app":"a","env":"b"}""")]
    [InlineData("<13>1 2026-11-26T11:40:00Z h LEEF:2.0|V|P|1|41|^|src=10.0.0.1^sev=9", """{"src":"10.0.0.1","sev":"9"}""")]
    [InlineData("""{"tag":"kube.x","time":1,"record":{"log":"text","stream":"stderr","kubernetes":{"pod":"p","n":[1,2]}}}""",
        """{"stream":"stderr","kubernetes":{"pod":"p","n":[1,2]}}""")]
    [InlineData("""{"time":1,"host":"h","sourcetype":"s","event":{"message":"m","user":"u"},"fields":{"zone":"z"}}""",
        """{"time":1,"host":"h","sourcetype":"s","user":"u","zone":"z"}""")]
    [InlineData("""{"version":"1.1","host":"h","short_message":"m","_user_id":42,"_x":null}""",
        """{"version":"1.1","host":"h","_user_id":42,"_x":null}""")]
    [InlineData("""{"a":1,"a":2,"b":{"c":"cut""", """{"a":2,"b":{}}""")]
    [InlineData("""{"\ud800":1}""", null)]
    [InlineData("{}", null)]
    [InlineData("__CURSOR=c\n_PID=7\nMESSAGE=m\n_UID=0\n_PID=8\n", """{"__CURSOR":"c","_PID":"7","_UID":"0"}""")]
    [InlineData(@"CEF:0|V|P|1|1|n|5|src=10.0.0.1 msg=a b\=c d cs1Label=Rule cs1=x|y request=http://h/?a\=1 empty=",
        """{"src":"10.0.0.1","msg":"a b=c d","cs1Label":"Rule","cs1":"x|y","request":"http://h/?a=1","empty":""}""")]
    [InlineData("<134>Nov 26 11:40:00 h CEF:0|V|P|1|1|n|5|act=drop", """{"act":"drop"}""")]
    [InlineData("CEF:0|V|P|1|1|n|5|=x = a=", """{"a":""}""")]
    [InlineData("LEEF:1.0|V|P|1|id|src=10.0.0.1\tmsg=a b\tsev=5", """{"src":"10.0.0.1","msg":"a b","sev":"5"}""")]
    [InlineData("LEEF:2.0|V|P|1|id|^|src=10.0.0.1^msg=a=b", """{"src":"10.0.0.1","msg":"a=b"}""")]
    [InlineData("LEEF:2.0|V|P|1|id|x09|src=10.0.0.1\tmsg=a|b", """{"src":"10.0.0.1","msg":"a|b"}""")]
    [InlineData("LEEF:2.0|V|P|1|id|src=10.0.0.1\tmsg=a", """{"src":"10.0.0.1","msg":"a"}""")]
    [InlineData("<13>Nov 26 11:40:00 h app: @cee: {\"a\":1}", """{"a":1}""")]
    [InlineData("<13>Nov 26 11:40:00 h app: {not json}", null)]
    [InlineData("<13>date=2026-11-27 msg=\"a b\" c=", """{"date":"2026-11-27","msg":"a b","c":""}""")]
    [InlineData("level=error app=x err={timeout}", """{"level":"error","app":"x","err":"{timeout}"}""")]
    [InlineData("level=error app=x err={\"code\":5}", """{"code":5,"level":"error","app":"x"}""")]
    [InlineData("CEF:0|V|P|1|1|n|5|act=drop msg={\"a\":1}", """{"act":"drop","msg":"{\u0022a\u0022:1}"}""")]
    [InlineData("{not json", null)]
    public void Of_ARecord_AreItsNamesAndValues(string message, string? expected)
    {
        var record = new Journal.Log.Frames.LogRecord(0, 0, new(SourceKind.Tcp, "a"), RecordMarks.None, Encoding.UTF8.GetBytes(message));

        Encoding.UTF8.GetString(RecordAttributes.Of(record).Span).ShouldBe(expected ?? "");
    }
}
