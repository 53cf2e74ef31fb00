using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using Hosting.Errors;
using Hosting.Uploads;
using Sigma.Streams.Events;
using Sigma.Streams.Flow;
using Sigma.Streams.Sources;
using Sigma.Streams.Unwrapping;

namespace Sigma.Streams.Serving;

/// <summary>The records of a request, each with its own place: lines, or values over several lines, or the records in containers.</summary>
internal static class EventLines
{
    // The bits of an offset for the number of the line, if the request has a key; the others come from the key.
    private const int LineBits = 24;

    private static readonly JsonReaderOptions ManyValues = new() { MaxDepth = int.MaxValue, AllowMultipleValues = true };

    /// <param name="body">NDJSON, or values over several lines; the last line may lack its end.</param>
    /// <param name="maxRecords">The most records.</param>
    /// <param name="source">Provides places for the records of a request without a key.</param>
    /// <param name="unwrapper">Takes records out of containers.</param>
    /// <param name="key">The same key gives the same places, so that a request sent again makes the same alerts; null for none.</param>
    /// <returns>The records, without blank lines; an error when there are too many, or the last one is incomplete.</returns>
    public static Result<StreamRecord[]> Split(
        ReadOnlyMemory<byte> body, int maxRecords, HttpSource source, Unwrapper unwrapper, string? key)
    {
        var parts = Values(body, maxRecords) ?? Lines(body, maxRecords);
        if (parts.IsError(out var error, out var values))
        {
            return error;
        }

        var (records, inner) = (new List<(int Place, int? Inside, ReadOnlyMemory<byte> Utf8)>(), new List<InnerRecord>());
        for (var place = 0; place < values.Count && records.Count <= maxRecords; place++)
        {
            if (unwrapper.TryUnwrap(values[place], inner, maxRecords - records.Count))
            {
                records.AddRange(inner.Select((record, inside) => (place, (int?)inside, record.Utf8)));
                inner.Clear();
            }
            else
            {
                records.Add((place, null, values[place]));
            }
        }

        if (records.Count > maxRecords)
        {
            return TooMany(maxRecords);
        }

        var (partition, first) = string.IsNullOrEmpty(key) ? source.Reserve(values.Count) : PlaceOf(key);
        return records.Select(record => new StreamRecord(partition, first + record.Place, record.Utf8, Inside: record.Inside)).ToArray();
    }

    /// <returns>
    /// The values of a body whose first one goes over several lines or has another behind it; null when its lines are to be read one by
    /// one.
    /// </returns>
    private static Result<List<ReadOnlyMemory<byte>>>? Values(ReadOnlyMemory<byte> body, int maxRecords)
    {
        var text = body.TrimStart(" \t\r\n"u8);
        var newLine = text.Span.IndexOf((byte)'\n');
        var line = newLine < 0 ? text : text[..newLine];
        var begins = !text.IsEmpty && text.Span[0] is (byte)'{' or (byte)'[';
        if (!begins || !(RecordScanner.AreSeveral(line.Span) || (newLine >= 0 && IsCutOff(line))))
        {
            return null;
        }

        var values = new List<ReadOnlyMemory<byte>>();
        var reader = new Utf8JsonReader(text.Span, isFinalBlock: false, new(ManyValues));
        try
        {
            while (reader.Read())
            {
                var start = (int)reader.TokenStartIndex;
                if (!reader.TrySkip())
                {
                    return new Error(
                        EventsEndpoint.Malformed,
                        "The body ends in the middle of its JSON. Nothing was evaluated. Send the whole body again.");
                }

                if (values.Count == maxRecords)
                {
                    return TooMany(maxRecords);
                }

                values.Add(text[start..(int)reader.BytesConsumed]);
            }

            if (text[(int)reader.BytesConsumed..].TrimStart(" \t\r\n"u8).IsEmpty)
            {
                return values;
            }
        }
        catch (JsonException)
        {
            // A line of it is broken: the others are read.
        }

        return null;
    }

    private static Result<List<ReadOnlyMemory<byte>>> Lines(ReadOnlyMemory<byte> body, int maxRecords)
    {
        var lines = new List<ReadOnlyMemory<byte>>();
        var number = 0;
        while (!body.IsEmpty)
        {
            var end = body.Span.IndexOf((byte)'\n');
            var line = (end < 0 ? body : body[..end]).Trim(" \t\r"u8);
            number++;
            if (end < 0 && !line.IsEmpty && IsCutOff(line))
            {
                return new Error(
                    EventsEndpoint.Malformed,
                    $"Line {number} ends in the middle of its JSON. No line was evaluated. Send the whole body again.");
            }

            if (!line.IsEmpty)
            {
                if (lines.Count == maxRecords)
                {
                    return TooMany(maxRecords);
                }

                lines.Add(line);
            }

            body = end < 0 ? default : body[(end + 1)..];
        }

        return lines;
    }

    private static Error TooMany(int maxRecords) => new(
        UploadErrors.TooLargeKind,
        $"A body may have at most {maxRecords} records. None was evaluated. Send them in several requests.");

    private static (uint Partition, long First) PlaceOf(string key)
    {
        var hash = SHA256.HashData(Encoding.UTF8.GetBytes(key));
        var first = BinaryPrimitives.ReadUInt64LittleEndian(hash.AsSpan(4)) >> 1 >> LineBits << LineBits;
        return (BinaryPrimitives.ReadUInt32LittleEndian(hash), (long)first);
    }

    /// <summary>Whether the JSON is incomplete; a line that is broken earlier is a dead letter like any other.</summary>
    private static bool IsCutOff(ReadOnlyMemory<byte> line)
    {
        var reader = new Utf8JsonReader(line.Span, isFinalBlock: false, new(ManyValues));
        try
        {
            while (reader.Read())
            {
                // Continues to the end.
            }

            return reader.CurrentDepth > 0 || reader.BytesConsumed < line.Length
                || reader.TokenType is JsonTokenType.None or JsonTokenType.StartObject or JsonTokenType.StartArray;
        }
        catch (JsonException)
        {
            return false;
        }
    }
}
