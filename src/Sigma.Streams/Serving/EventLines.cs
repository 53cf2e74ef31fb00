using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using Hosting.Errors;
using Hosting.Uploads;
using Sigma.Streams.Flow;
using Sigma.Streams.Sources;

namespace Sigma.Streams.Serving;

/// <summary>The lines of a request, each with its own place.</summary>
internal static class EventLines
{
    // The bits of an offset for the number of the line, if the request has a key; the others come from the key.
    private const int LineBits = 24;

    /// <param name="body">NDJSON; the last line may lack its end.</param>
    /// <param name="maxRecords">The most lines that are not blank.</param>
    /// <param name="source">Provides places for the lines of a request without a key.</param>
    /// <param name="key">The same key gives the same places, so that a request sent again makes the same alerts; null for none.</param>
    /// <returns>The lines, without blank ones; an error when there are too many, or the last one is incomplete.</returns>
    public static Result<StreamRecord[]> Split(ReadOnlyMemory<byte> body, int maxRecords, HttpSource source, string? key)
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
                    return new Error(
                        UploadErrors.TooLargeKind,
                        $"A body may have at most {maxRecords} lines. No line was evaluated. Send them in several requests.");
                }

                lines.Add(line);
            }

            body = end < 0 ? default : body[(end + 1)..];
        }

        var (partition, first) = string.IsNullOrEmpty(key) ? source.Reserve(lines.Count) : PlaceOf(key);
        return lines.Select((line, place) => new StreamRecord(partition, first + place, line)).ToArray();
    }

    private static (uint Partition, long First) PlaceOf(string key)
    {
        var hash = SHA256.HashData(Encoding.UTF8.GetBytes(key));
        var first = BinaryPrimitives.ReadUInt64LittleEndian(hash.AsSpan(4)) >> 1 >> LineBits << LineBits;
        return (BinaryPrimitives.ReadUInt32LittleEndian(hash), (long)first);
    }

    /// <summary>Whether the JSON is incomplete; a line that is broken earlier is a dead letter like any other.</summary>
    private static bool IsCutOff(ReadOnlyMemory<byte> line)
    {
        var reader = new Utf8JsonReader(line.Span, isFinalBlock: false, default);
        try
        {
            while (reader.Read())
            {
                // Continues to the end.
            }

            return reader.CurrentDepth > 0 || reader.BytesConsumed < line.Length || reader.TokenType == JsonTokenType.None;
        }
        catch (JsonException)
        {
            return false;
        }
    }
}
