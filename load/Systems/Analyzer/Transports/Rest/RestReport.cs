using System.Text.Json;
using Load.Systems.Analyzer.Corpus;

namespace Load.Systems.Analyzer.Transports.Rest;

/// <summary>
/// Reads the members of a report that the lab checks. The whole document is gone through, so one that is cut short is noticed.
/// </summary>
internal static class RestReport
{
    public static AnalyzerResponse Read(ReadOnlySpan<byte> json, AnalyzerResponseKind reply)
    {
        try
        {
            return ReadMembers(new Utf8JsonReader(json), reply);
        }
        catch (Exception exception) when (exception is JsonException or InvalidOperationException)
        {
            return AnalyzerResponse.Failed("the answer is not a report");
        }
    }

    /// <summary>The title of a problem (RFC 9457), or the status when there is none.</summary>
    public static string Problem(int status, ReadOnlySpan<byte> json)
    {
        try
        {
            var reader = new Utf8JsonReader(json);
            using var problem = JsonDocument.ParseValue(ref reader);
            return problem.RootElement.TryGetProperty("title", out var title) ? $"{status} {title.GetString()}" : $"{status}";
        }
        catch (Exception exception) when (exception is JsonException or InvalidOperationException)
        {
            return $"{status}";
        }
    }

    private static AnalyzerResponse ReadMembers(Utf8JsonReader reader, AnalyzerResponseKind reply)
    {
        var answer = new AnalyzerResponse(reply, default, default, 0);
        reader.Read();
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            if (reader.ValueTextEquals("sha256"u8))
            {
                reader.Read();
                answer = answer with { Sha256 = Digest.TryParse(reader.ValueSpan, out var digest) ? digest : default };
            }
            else if (reader.ValueTextEquals("verdict"u8))
            {
                reader.Read();
                answer = answer with { Verdict = VerdictOf(in reader) };
            }
            else if (reader.ValueTextEquals("size"u8))
            {
                reader.Read();
                answer = answer with { Size = reader.GetInt64() };
            }
            else
            {
                reader.Skip();
            }
        }

        return reader.TokenType == JsonTokenType.EndObject ? answer : throw new JsonException("Not an object.");
    }

    private static ReportVerdict VerdictOf(in Utf8JsonReader reader) =>
        reader.ValueTextEquals("clean"u8) ? ReportVerdict.Clean
        : reader.ValueTextEquals("suspicious"u8) ? ReportVerdict.Suspicious
        : reader.ValueTextEquals("malicious"u8) ? ReportVerdict.Malicious
        : reader.ValueTextEquals("unable"u8) ? ReportVerdict.Unable
        : ReportVerdict.None;
}
