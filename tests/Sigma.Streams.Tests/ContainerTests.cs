using System.Text;
using Sigma.Engine.Mapping;
using Sigma.Streams.Events;
using Sigma.Streams.Unwrapping;

namespace Sigma.Streams.Tests;

/// <summary>Records that come in containers, as clouds write them.</summary>
public sealed class ContainerTests
{
    [Theory]
    [InlineData("""{"Records":[{"a":1},{"a":2}]}""")] // CloudTrail
    [InlineData("""{"records":[{"a":1},{"a":2}]}""")] // Azure Monitor
    [InlineData("""{"@odata.context":"x","value":[{"a":1},{"a":2}],"@odata.nextLink":"y"}""")] // Microsoft Graph
    [InlineData("""{"entries":[{"a":1},{"a":2}],"nextPageToken":"t"}""")] // Google Cloud
    [InlineData("""{"kind":"k","etag":"e","items":[{"a":1},{"a":2}]}""")] // Google Workspace
    [InlineData("""{"took":1,"hits":{"total":{"value":2},"hits":[{"_id":"1","_source":{"a":1}},{"_id":"2","_source":{"a":2}}]}}""")]
    [InlineData("{\"_index\":\"i\",\"_source\":{\"a\":1}}\n{\"_index\":\"i\",\"_source\":{\"a\":2}}\n")] // elasticdump
    [InlineData("{\"preview\":false,\"offset\":0,\"result\":{\"a\":1}}\n{\"preview\":false,\"lastrow\":true,\"result\":{\"a\":2}}\n")]
    [InlineData("""{"Events":[{"EventId":"x","CloudTrailEvent":"{\"a\":1}"},{"CloudTrailEvent":"{\"a\":2}"}],"NextToken":"n"}""")]
    [InlineData("""[{"EventId":"x","EventName":"y","CloudTrailEvent":"{\"a\":1}"},{"EventId":"z","CloudTrailEvent":"{\"a\":2}"}]""")]
    [InlineData("""{"kind":"EventList","apiVersion":"audit.k8s.io/v1","metadata":{},"items":[{"a":1},{"a":2}]}""")]
    [InlineData("""[{"category":"kube-audit","properties":{"log":"{\"a\":1}"}},{"time":"t","properties":{"log":"{\"a\":2}"}}]""")]
    [InlineData("""{"entries":[{"a":1},{"a":2}],"response_metadata":{"next_cursor":""}}""")] // Slack
    [InlineData("""[{"RecordType":15,"CreationDate":"x","AuditData":"{\"a\":1}"},{"AuditData":"{\"a\":2}","UserIds":"u"}]""")] // Purview
    [InlineData("""{"messageType":"DATA_MESSAGE","logEvents":[{"id":"1","message":"{\"a\":1}"},{"id":"2","message":"{\"a\":2}"}]}""")]
    [InlineData("""[{"Records":[{"a":1}]},[[{"a":2}]],{"Records":[]}]""")]
    [InlineData("""[{"a":1},{"a":2}]""")]
    [InlineData("{\n  \"Records\": [\n    {\"a\":1},\n    {\"a\":2}\n  ]\n}\n")]
    [InlineData("{\"Records\":[{\"a\":1}]}\n{\"Records\":[{\"a\":2}]}\n{\"Records\":[]}\n")]
    public void Read_AKnownContainer_GivesItsRecords(string text) =>
        Read(text).Select(record => record.Text).ShouldBe(["{\"a\":1}", "{\"a\":2}"]);

    [Theory]
    [InlineData("""{"Records":[{"a":1}],"EventID":1}""")]
    [InlineData("""{"EventID":1,"value":[{"a":1}]}""")]
    [InlineData("""{"value":[1,2]}""")]
    [InlineData("""{"value":[],"EventID":1}""")]
    [InlineData("""{"value":{"a":1}}""")]
    [InlineData("""{"Records":[{"a":1},2]}""")]
    [InlineData("""{"category":"kube-apiserver","properties":{"log":"I1128 server.go:1 starting"}}""")]
    [InlineData("""{"time":"t","category":"Administrative","operationName":"M/WRITE","properties":{"message":"{}"}}""")]
    [InlineData("""{"Records":[{"a":1}""")]
    public void Read_AnEventThatHasAnArrayToo_IsOneRecord(string text) => Read(text).Select(record => record.Text).ShouldBe([text]);

    [Theory]
    [InlineData("$.data.items[*]", """{"data":{"x":1,"items":[{"a":1},{"a":2}]},"y":[]}""")]
    [InlineData("$.r[*].s[*].e", """{"r":[{"s":[{"e":{"a":1}}]},{"s":[{"e":{"a":2}}]}]}""")]
    [InlineData("$['a.b'][*]", """{"a.b":[{"a":1},{"a":2}]}""")]
    [InlineData("$[*].event", """[{"event":{"a":1}},{"event":{"a":2}}]""")]
    public void Read_APathThatWasNamed_GivesTheRecordsThere(string path, string text)
    {
        Read(text, path).Select(record => record.Text).ShouldBe(["{\"a\":1}", "{\"a\":2}"]);
        RecordPath.Parse(path)!.ToString().ShouldBe(path);
    }

    [Fact]
    public void Read_Dollar_TakesEveryObjectAsItIs() =>
        Read("""{"Records":[{"a":1}]}""", "$").Select(record => record.Text).ShouldBe(["""{"Records":[{"a":1}]}"""]);

    [Theory]
    [InlineData("")]
    [InlineData("Records[*]")]
    [InlineData("$.")]
    [InlineData("$Records")]
    [InlineData("$.a[0]")]
    [InlineData("$.a['b")]
    [InlineData("$.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a")]
    public void Parse_NoPath_IsNull(string text) => RecordPath.Parse(text).ShouldBeNull();

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public void Read_AContainerLargerThanMemoryForARecord_GivesItsRecordsWithTheirPlaces(int containers)
    {
        const int Count = 20_000;
        var elements = Enumerable.Range(0, Count).Select(i => $$"""{"a":{{i}},"b":"{{new string('x', i % 200)}}]}"}""").ToArray();
        var hits = string.Join(" , ", elements.Select(element => $$"""{"_id":"1","_source":{{element}}}"""));
        var one = $$"""{"took":3,"hits":{"total":1,"hits":[{{hits}}],"x":[]},"y":"]}"}""";
        var text = string.Concat(Enumerable.Repeat($"{one}\n", containers)) + "{\"last\":1}\n";

        var records = Read(text);

        records.Count.ShouldBe((Count * containers) + 1);
        records[^1].Text.ShouldBe("{\"last\":1}");
        for (var i = 0; i < Count * containers; i++)
        {
            records[i].Text.ShouldBe(elements[i % Count]);
            records[i].Record.Inside.ShouldBe(i % Count);
            records[i].Record.Index.ShouldBe(i);
        }

        var place = records[5].Record;
        text.Substring((int)place.Offset, records[5].Text.Length + 20).ShouldContain("\"a\":5");
    }

    [Fact]
    public void Read_AnElementThatIsTooDeep_IsOneBrokenRecordAmongItsNeighbours()
    {
        var deep = string.Concat(Enumerable.Repeat("{\"a\":", 1000)) + "1" + new string('}', 1000);

        var records = Read($$"""{"Records":[{"a":1},{{deep}},{"a":2}]}""");

        records.Select(record => record.Text).ShouldBe(["{\"a\":1}", deep, "{\"a\":2}"]);
    }

    [Fact]
    public void TryUnwrap_ContainersInArrays_GivesTheirRecordsWithTheirPlacesAndStopsAfterTooMany()
    {
        var utf8 = """[{"Records":[{"a":1},{"a":2}]}, [{"a":3}], 4, {"a":5}]"""u8.ToArray();
        var (all, few) = (new List<InnerRecord>(), new List<InnerRecord>());

        Unwrapper.ByItself.TryUnwrap(utf8, all).ShouldBeTrue();
        Unwrapper.ByItself.TryUnwrap(utf8, few, max: 1).ShouldBeTrue();

        all.Select(record => Encoding.UTF8.GetString(record.Utf8.Span)).ShouldBe(["{\"a\":1}", "{\"a\":2}", "{\"a\":3}", "4", "{\"a\":5}"]);
        all.Select(record => utf8[record.Offset..(record.Offset + record.Utf8.Length)])
            .ShouldBe(all.Select(record => record.Utf8.ToArray()));
        few.Count.ShouldBe(2);
    }

    /// <summary>Fewer than the most in each container, and more in all of them.</summary>
    [Theory]
    [InlineData(6, 3, 9)]
    [InlineData(6, 6, 11)]
    [InlineData(0, 3, 3)]
    public void TryUnwrap_ContainersInAnArrayUpToALimit_GivesAllUpToIt(int first, int second, int expected)
    {
        string Container(int count) => $"{{\"Records\":[{string.Join(',', Enumerable.Repeat("{\"a\":1}", count))}]}}";
        var inner = new List<InnerRecord>();

        Unwrapper.ByItself.TryUnwrap(Encoding.UTF8.GetBytes($"[{Container(first)},{Container(second)}]"), inner, max: 10).ShouldBeTrue();

        inner.Count.ShouldBe(expected);
    }

    [Fact]
    public void TryUnwrap_MoreEmptyContainersThanTheLimit_IsMoreThanTheLimit()
    {
        var text = $"[{string.Concat(Enumerable.Repeat("{\"Records\":[]},", 11))}{{\"Records\":[{{\"a\":1}}]}}]";
        var inner = new List<InnerRecord>();

        Unwrapper.ByItself.TryUnwrap(Encoding.UTF8.GetBytes(text), inner, max: 10).ShouldBeTrue();

        inner.Count.ShouldBeGreaterThan(10);
    }

    /// <summary>With named paths any member may begin a container: a line in a line would go on for as long as the text does.</summary>
    [Fact]
    public void TryUnwrap_ALineInALine_IsLookedIntoOnce()
    {
        var text = $"{{{string.Concat(Enumerable.Repeat("\"journal\":{\"sequence\":1},", 100_000))}\"a\":1}}";

        Unwrapper.Of([RecordPath.Parse("$.Records[*]")!]).TryUnwrap(Encoding.UTF8.GetBytes(text), []).ShouldBeFalse();
    }

    [Fact]
    public void Read_ACloudWatchBatchWithOtherText_GivesTheWholeElement() =>
        Read("""{"owner":"1","logEvents":[{"id":"1","message":"text"},{"id":"2","message":"{\"a\":1}"}]}""").Select(record => record.Text)
            .ShouldBe(["""{"id":"1","message":"text"}""", "{\"a\":1}"]);

    [Theory]
    [InlineData("""{P,"Records":[{"a":1},{}]}""", """{P,"a":1}""", "{P}")]
    [InlineData("""{P,"@odata.context":"x","value":[{ "a":{"journal":1} }]}""", """{P, "a":{"journal":1} }""")]
    [InlineData("""{P,"Records":[{"journal":{"sequence":9},"a":1}]}""", """{P,"journal_1":{"sequence":9},"a":1}""")]
    [InlineData("""{P,"Records":[{"a":1,"jour\u006eal":2}]}""", """{P,"a":1,"journal_1":2}""")]
    [InlineData("""{P,"Events":[{"CloudTrailEvent":" {\"a\":1}"}]}""", """{P,"a":1}""")]
    [InlineData("""{M,"severity":5,"message":"[{\u0022a\u0022:1},{\"a\":2}]"}""", """{D,"a":1}""", """{D,"a":2}""")]
    [InlineData("""{M,"message":"[]"}""", """{M,"message":"[]"}""")]
    [InlineData("""{M,"message":"[{\"journa\\ud800\":1}]"}""", """{P,"journa\ud800":1}""")]
    [InlineData("""{P,"Records\ud800":[{"a":1}]}""", """{P,"Records\ud800":[{"a":1}]}""")]
    [InlineData("""{P,"Records":[{"a":1}],"other":1}""", """{P,"Records":[{"a":1}],"other":1}""")] // an event with an array
    [InlineData("{P}", "{P}")]
    [InlineData("""{M,"message":"[1]"}""", """{M,"message":"[1]"}""")]
    [InlineData("""{M,"message":"[{\"a\":1}] done"}""", """{M,"message":"[{\"a\":1}] done"}""")]
    [InlineData("""{M,"message":"[\ud800"}""", """{M,"message":"[\ud800"}""")]
    [InlineData("""{M,"message":{"message":"[{}]"}}""", """{M,"message":{"message":"[{}]"}}""")]
    public void Read_AContainerThatTheJournalForwards_GivesItsRecordsWithItsPlace(string line, params string[] records)
    {
        const string Members = "\"sequence\":7,\"receivedAt\":\"2026-11-27T00:00:00+00:00\",\"by\":\"tcp\",\"source\":\"127.0.0.1\"";
        string Whole(string text) => text.Replace("{D", $"{{\"journal\":{{{Members},\"severity\":5}}", StringComparison.Ordinal)
            .Replace("{P", $"{{\"journal\":{{{Members}}}", StringComparison.Ordinal)
            .Replace("{M", $"{{{Members}", StringComparison.Ordinal);

        Read(Whole(line)).Select(record => record.Text).ShouldBe(records.Select(Whole));
    }

    [Theory]
    [InlineData("[", "]")]
    [InlineData("{\"Records\":[", "]}")]
    [InlineData("{\"hits\":{\"hits\":[{\"_source\":", "}]}}")]
    public void Read_AContainerAThousandTimesInItself_CostsNoOther(string open, string close)
    {
        var deep = $"{string.Concat(Enumerable.Repeat(open, 1000))}{{\"a\":1}}{string.Concat(Enumerable.Repeat(close, 1000))}";

        var records = Read($"{deep}\n{{\"a\":2}}\n");

        records.Count.ShouldBe(2);
        records[1].Text.ShouldBe("{\"a\":2}");
    }

    [Fact]
    public void Notes_AContainerThatIsCutOff_SaySo()
    {
        var text = $$"""{"Records":[{{string.Join(',', Enumerable.Repeat("{\"a\":\"" + new string('x', 100) + "\"}", 20_000))}},""";

        var reader = Reader(text);
        var count = Drain(reader).Count;

        count.ShouldBe(20_000);
        reader.Notes.ShouldHaveSingleItem().ShouldContain("ends in the middle");
    }

    [Fact]
    public void Notes_AKnownContainerUnderAnotherPath_NameItsPathOnce()
    {
        var reader = Reader("{\"Records\":[{\"a\":1}]}\n{\"Records\":[{\"a\":1}]}\n", "$.other[*]");

        Drain(reader).Count.ShouldBe(2);

        reader.Notes.ShouldHaveSingleItem().ShouldContain("--records '$.Records[*]'");
    }

    [Fact]
    public void Notes_AnUnknownContainer_NameItsArray()
    {
        var reader = Reader("""{"meta":{"n":2},"data":{"list":[{"id":1,"text":"aaaaaaaaaaaaaaa"},{"id":2,"text":"aaaaaaaaaaaaaaaaa"}]}}""");

        Drain(reader).Count.ShouldBe(1);

        reader.Notes.ShouldBeEmpty();
        reader.Doubt!.Value.Note.ShouldContain("$.data.list[*]");
    }

    [Fact]
    public void Notes_ANameOfHalfACharacter_AreNone()
    {
        var reader = Reader($$"""{"\ud800":[{{string.Join(',', Enumerable.Repeat("{\"a\":1}", 20))}}]}""");

        Drain(reader).Count.ShouldBe(1);

        reader.Notes.ShouldBeEmpty();
    }

    private static RecordSplitter Reader(string text, params string[] paths) =>
        new(new MemoryStream(Encoding.UTF8.GetBytes(text)), "test", Unwrapper.Of([.. paths.Select(path => RecordPath.Parse(path)!)]));

    private static List<(string Text, EventRecord Record)> Read(string text, params string[] paths) => Drain(Reader(text, paths));

    private static List<(string Text, EventRecord Record)> Drain(RecordSplitter reader)
    {
        var records = new List<(string, EventRecord)>();
        while (reader.Read(TestContext.Current.CancellationToken) is { Count: > 0 } batch)
        {
            records.AddRange(batch.Select(record => (Encoding.UTF8.GetString(record.Utf8.Span), record)));
        }

        return records;
    }
}
