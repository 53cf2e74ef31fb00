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
    [InlineData("{\"preview\":false,\"offset\":0,\"result\":{\"a\":1}}\n{\"preview\":false,\"offset\":1,\"lastrow\":true,\"result\":{\"a\":2}}\n")]
    [InlineData("""{"Events":[{"EventId":"x","CloudTrailEvent":"{\"a\":1}"},{"CloudTrailEvent":"{\"a\":2}"}],"NextToken":"n"}""")]
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
        var one = $$"""{"took":3,"hits":{"total":1,"hits":[{{string.Join(" , ", elements.Select(e => $$"""{"_id":"1","_source":{{e}}}"""))}}],"x":[]},"y":"]}"}""";
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

        reader.Notes.ShouldHaveSingleItem().ShouldContain("$.data.list[*]");
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
