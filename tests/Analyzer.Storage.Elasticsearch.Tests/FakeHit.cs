using System.Globalization;
using System.Text.Json.Nodes;

namespace Analyzer.Storage.Elasticsearch.Tests;

/// <summary>A document that a search may find.</summary>
internal sealed class FakeHit
{
    private const int TimeDigits = 19; // a long has no more

    private readonly string _source;
    private readonly long _seqNo;

    public FakeHit(string source, long seqNo)
    {
        (_source, _seqNo) = (source, seqNo);
        Report = JsonNode.Parse(source)!;
        Key = KeyOf(FakeQuery.Milliseconds(Report), Report["sha256"]!.GetValue<string>());
    }

    public JsonNode Report { get; }

    /// <summary>Sorts as text.</summary>
    public string Key { get; }

    public static string KeyOf(long milliseconds, string sha256) =>
        milliseconds.ToString($"d{TimeDigits}", CultureInfo.InvariantCulture) + sha256;

    public string ToJson()
    {
        var (time, id) = (long.Parse(Key[..TimeDigits], CultureInfo.InvariantCulture), Key[TimeDigits..]);
        return $$"""{"_id":"{{id}}","_seq_no":{{_seqNo}},"_primary_term":1,"_source":{{_source}},"sort":["{{time}}","{{id}}"]}""";
    }
}
