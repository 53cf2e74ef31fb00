using System.Buffers;
using System.Text;
using System.Text.Json;

namespace Sigma.Streams.Unwrapping;

/// <summary>
/// A line of the journal that was a container. <c>journal replay --format event</c> writes <c>{"journal":{…},…}</c> for an object, and
/// <c>{"sequence":…,"message":"[…]"}</c> for an array. Each record inside gets the place of the line as its member <c>journal</c>.
/// </summary>
/// <param name="place">The object that says where the log has the line.</param>
/// <param name="container">The line without that.</param>
/// <param name="before">The bytes before it, if it stands in the event as it is.</param>
internal sealed class JournalLine(ReadOnlyMemory<byte> place, ReadOnlyMemory<byte> container, int before)
{
    private static readonly string[] PlaceMembers = ["sequence", "receivedAt", "by", "source"];

    private static ReadOnlySpan<byte> Begin => "{\"journal\":"u8;

    public ReadOnlyMemory<byte> Container => container;

    /// <param name="utf8">A value in JSON.</param>
    /// <param name="unwrapper">Knows how containers begin: what cannot be one is not copied.</param>
    /// <returns>Null when it is not written by the journal, or cannot be a container.</returns>
    public static JournalLine? Of(ReadOnlyMemory<byte> utf8, Unwrapper unwrapper)
    {
        try
        {
            return utf8.Span.StartsWith("{\"journal\":{\"sequence\":"u8) ? OfObject(utf8, unwrapper)
                : utf8.Span.StartsWith("{\"sequence\":"u8) && utf8.Span.IndexOf("\"message\":\"["u8) > 0 ? OfText(utf8)
                : null;
        }
        catch (Exception malformed) when (malformed is JsonException or InvalidOperationException)
        {
            return null; // broken, or half a character: it stays one input, which says so
        }
    }

    /// <summary>
    /// The record with the line's place. A member of that name that the record has itself is called <c>journal_1</c>, so that nobody can
    /// pretend to stand elsewhere in the log.
    /// </summary>
    /// <param name="record">An object of the container; a broken one stays as it is.</param>
    public InnerRecord With(InnerRecord record)
    {
        try
        {
            return new(before + record.Offset, WithPlace(record.Utf8.Span));
        }
        catch (JsonException)
        {
            return record;
        }
    }

    private ReadOnlyMemory<byte> WithPlace(ReadOnlySpan<byte> record)
    {
        var output = new ArrayBufferWriter<byte>(record.Length + place.Length + 32);
        output.Write(Begin);
        output.Write(place.Span);
        var reader = new Utf8JsonReader(record, ContainerReader.Options);
        reader.Read();
        var (written, isFirst) = ((int)reader.BytesConsumed, true);
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            var (start, isPlace) = ((int)reader.TokenStartIndex, reader.ValueTextEquals("journal"u8));
            output.Write(isFirst ? ","u8 : default);
            output.Write(record[written..start]);
            output.Write(isPlace ? "\"journal_1\":"u8 : record[start..(int)reader.BytesConsumed]);
            (written, isFirst) = ((int)reader.BytesConsumed, false);
            reader.Skip();
        }

        output.Write(record[written..]);
        return output.WrittenMemory;
    }

    private static JournalLine? OfObject(ReadOnlyMemory<byte> utf8, Unwrapper unwrapper)
    {
        var reader = new Utf8JsonReader(utf8.Span, ContainerReader.Options);
        reader.Read();
        reader.Read();
        reader.Read();
        var start = (int)reader.TokenStartIndex;
        reader.Skip();
        var end = (int)reader.BytesConsumed;
        if (utf8.Span[end..] is not [(byte)',', .. var rest] || !unwrapper.MayBegin(rest))
        {
            return null;
        }

        var container = utf8[end..].ToArray();
        container[0] = (byte)'{';
        return new(utf8[start..end], container, end);
    }

    private static JournalLine? OfText(ReadOnlyMemory<byte> utf8)
    {
        var reader = new Utf8JsonReader(utf8.Span, ContainerReader.Options);
        reader.Read();
        foreach (var name in PlaceMembers)
        {
            if (!reader.Read() || reader.TokenType != JsonTokenType.PropertyName || !reader.ValueTextEquals(name) || !reader.Read())
            {
                return null;
            }

            reader.Skip();
        }

        byte[] place = [.. utf8.Span[..(int)reader.BytesConsumed], (byte)'}'];
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            var isMessage = reader.ValueTextEquals("message"u8);
            reader.Read();
            if (isMessage)
            {
                return new(place, Encoding.UTF8.GetBytes(reader.GetString()!), 0);
            }

            reader.Skip();
        }

        return null;
    }
}
