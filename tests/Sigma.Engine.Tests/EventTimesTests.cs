using System.Text;
using System.Text.Json;
using Sigma.Engine.Mapping;

namespace Sigma.Engine.Tests;

public sealed class EventTimesTests
{
    private const string Early = "\"2026-11-22T07:00:00Z\"";
    private const string Late = "\"2026-11-22T09:00:00Z\"";

    [Theory]
    [InlineData("""{"@timestamp":"2026-11-22T08:00:00+01:00"}""", "2026-11-22T07:00:00.0000000+00:00")]
    [InlineData("""{"UtcTime":"2026-11-22 08:00:00.5"}""", "2026-11-22T08:00:00.5000000+00:00")]
    [InlineData("""{"ts":1795335303.25}""", "2026-11-22T08:15:03.2500000+00:00")]
    [InlineData("""{"ts":1795335303250}""", "2026-11-22T08:15:03.2500000+00:00")]
    [InlineData("""{"ts":1795335303250000}""", "2026-11-22T08:15:03.2500000+00:00")]
    [InlineData("""{"ts":1795335303250000000}""", "2026-11-22T08:15:03.2500000+00:00")]
    [InlineData("""{"ts":1.79533530325e9}""", "2026-11-22T08:15:03.2500000+00:00")]
    [InlineData(
        """{"Event":{"System":{"TimeCreated":{"#attributes":{"SystemTime":"2026-11-22T08:00:00Z"}}}}}""",
        "2026-11-22T08:00:00.0000000+00:00")]
    [InlineData("""{"ts":"soon"}""", null)]
    [InlineData("""{"ts":1e30}""", null)]
    [InlineData("""{"ts":-1}""", null)]
    public void Find_InItsUsualPlaces_IsRead(string record, string? expected) => Find(record)?.ToString("O").ShouldBe(expected);

    /// <summary>The field of the mapping's order, and of equal names the last, as a reader of whole documents finds it.</summary>
    [Theory]
    [InlineData("""{"ts":EARLY,"@timestamp":LATE}""")]
    [InlineData("""{"ts":EARLY,"x":1,"ts":LATE}""")]
    [InlineData("""{"ts":EARLY,"x":{"ts":LATE},"y":["ts",{"ts":1}],"z":"ts"}""")]
    [InlineData("""{"x":"ts","ts":EARLY}""")]
    [InlineData("""{"x":"\"ts\":1","ts":EARLY}""")]
    [InlineData("""{"a:b":"C:\\x","ts":EARLY,"\u0074s" : LATE}""")]
    [InlineData("""{"a:\u0062":"x","ts":EARLY,"x\"":"C:","\u0074\u0073":LATE}""")]
    [InlineData("""{"ts":EARLY,"x":"C:\\","\"":1,"t\u0073":LATE}""")]
    [InlineData("""{"ts":EARLY,"\u0074s":LATE}""")]
    [InlineData("""{"@timest\u0061mp":LATE,"path":"C:\\users","ts":EARLY}""")]
    [InlineData("""{"ts":"2026-11-22T07\u003a00:00Z"}""")]
    [InlineData("""{"@timestamp":null,"ts":EARLY}""")]
    [InlineData("""{"@timestamp":"soon","ts":{"a":EARLY},"timestamp":[1],"UtcTime":EARLY}""")]
    [InlineData("""  { "ts" : EARLY , "time" : LATE }  """)]
    [InlineData("""{"Event":{"System":{"TimeCreated":{"SystemTime":EARLY}}}}""")]
    [InlineData("""{"Event":{"System":{"TimeCreated":{"SystemTime":EARLY}}},"Event":{"System":1}}""")]
    [InlineData("""{"Event":{"System":{"TimeCreated":{"SystemTime":EARLY}}},"Event.System.TimeCreated.SystemTime":null}""")]
    [InlineData("""{"Event.System.TimeCreated.SystemTime":LATE,"Event":{"System":{"TimeCreated":{"SystemTime":EARLY}}}}""")]
    [InlineData("""{"Event":{"\u0053ystem":{"TimeCreated":{"SystemTime":EARLY}}}}""")]
    [InlineData("""{"Event":"Event","ts\n":1}""")]
    [InlineData("""{"Event":[{"System":{"TimeCreated":{"SystemTime":EARLY}}}]}""")]
    [InlineData("{}")]
    public void Find_Anywhere_IsWhatADocumentHolds(string pattern)
    {
        var record = pattern.Replace("EARLY", Early, StringComparison.Ordinal).Replace("LATE", Late, StringComparison.Ordinal);

        Find(record).ShouldBe(FindInDocument(record));
    }

    [Fact]
    public void Find_MembersAtRandom_IsWhatADocumentHolds()
    {
        string[] names = ["ts", "time", "UtcTime", "\\u0074s", "ts\\\\", "Event", "System", "TimeCreated", "SystemTime", "x"];
        var random = new Random(17);
        for (var i = 0; i < 20_000; i++)
        {
            var record = ObjectOf(depth: 4);

            Find(record).ShouldBe(FindInDocument(record), record);
        }

        string ObjectOf(int depth) => $"{{{string.Join(',', Enumerable.Range(0, random.Next(4)).Select(_ => MemberOf(depth)))}}}";

        string MemberOf(int depth) => $"\"{names[random.Next(names.Length)]}\":{ValueOf(depth - 1)}";

        string ValueOf(int depth) => random.Next(8) switch
        {
            0 => "null",
            1 => "\"ts\"",
            2 => $"{random.Next()}",
            3 => Late,
            4 => "[{\"ts\":1}]",
            _ => depth > 0 ? ObjectOf(depth) : Early,
        };
    }

    [Fact]
    public void Find_NumberBehindOtherMembers_AllocatesNothing()
    {
        var record = Encoding.UTF8.GetBytes("""{"path":"C:\\Windows","ts":1795335303.25,"x":{"a":[1,2,3]}}""");

        Allocation.Of(() => EventMapping.None.Times.Find(record), calls: 1_000).ShouldBe(0);
    }

    private static DateTimeOffset? Find(string record) => EventMapping.None.Times.Find(Encoding.UTF8.GetBytes(record));

    private static DateTimeOffset? FindInDocument(string record)
    {
        using var document = JsonDocument.Parse(record);
        return EventMapping.None.TimeFields.Select(field => Member(document.RootElement, field)).OfType<JsonElement>()
            .Select(value => new EventTimes(["t"]).Find(Encoding.UTF8.GetBytes($"{{\"t\":{value.GetRawText()}}}")))
            .FirstOrDefault(time => time is not null);
    }

    private static JsonElement? Member(JsonElement root, string field)
    {
        if (root.TryGetProperty(field, out var literal))
        {
            return literal;
        }

        var at = root;
        foreach (var name in field.Split('.'))
        {
            if (at.ValueKind != JsonValueKind.Object || !at.TryGetProperty(name, out at))
            {
                return null;
            }
        }

        return at;
    }
}
