using System.Buffers;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using Journal.Features.Http;

namespace Journal.Features.Splunk;

/// <summary>The events of a request to Splunk's HTTP Event Collector.</summary>
internal static class HecEvents
{
    private static readonly string[] Names = ["host", "source", "sourcetype", "index"];

    /// <summary>JSON objects one after another, each with the bytes that came, less the white space between them.</summary>
    /// <exception cref="HecException">One of them is no event.</exception>
    public static IEnumerable<ReadOnlyMemory<byte>> OfJson(ReadOnlyMemory<byte> body)
    {
        var number = 0;
        foreach (var value in JsonParts.Values(body))
        {
            if (value.Span[0] != '{')
            {
                throw new HecException(6, "Invalid data format", number);
            }

            var found = JsonParts.Members(value).Find(member => member.Name == "event");
            if (found.Name is null)
            {
                throw new HecException(12, "Event field is required", number);
            }

            if (found.Value.Span.SequenceEqual("\"\""u8) || found.Value.Span.SequenceEqual("null"u8))
            {
                throw new HecException(13, "Event field cannot be blank", number);
            }

            yield return JsonParts.Compact(value);
            number++;
        }
    }

    /// <summary>
    /// Lines: as they came where the query names nothing about them, otherwise as events with what it names, which would be lost.
    /// </summary>
    public static IEnumerable<ReadOnlyMemory<byte>> OfLines(ReadOnlyMemory<byte> body, IQueryCollection query)
    {
        var named = Names.Where(name => query[name].Count > 0).ToList();
        foreach (var line in BodyLines.Of(body))
        {
            yield return named.Count == 0 ? line : Event(line, named, query);
        }
    }

    private static ReadOnlyMemory<byte> Event(ReadOnlyMemory<byte> line, List<string> named, IQueryCollection query)
    {
        var output = new ArrayBufferWriter<byte>();
        using var json = new Utf8JsonWriter(output, new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping });
        json.WriteStartObject();
        foreach (var name in named)
        {
            json.WriteString(name, query[name].ToString());
        }

        json.WriteString("event"u8, Encoding.UTF8.GetString(line.Span));
        if (!System.Text.Unicode.Utf8.IsValid(line.Span))
        {
            json.WriteBase64String("raw"u8, line.Span);
        }

        json.WriteEndObject();
        json.Flush();
        return output.WrittenMemory;
    }
}

/// <summary>What is wrong with an event, as Splunk numbers it.</summary>
internal sealed class HecException(int code, string text, int number) : Exception(text)
{
    public int Code => code;

    /// <summary>The number of the event in its request, from 0.</summary>
    public int Number => number;
}
