using System.Buffers;
using System.Text;
using System.Text.Json;

namespace Journal.Features.Http;

/// <summary>Cuts JSON into its parts, each with the bytes that came.</summary>
/// <remarks>A document in memory has up to six times the size of its text; this needs nothing but the text.</remarks>
internal static class JsonParts
{
    private static readonly JsonReaderOptions Options = new() { AllowMultipleValues = true, MaxDepth = 512 };

    /// <summary>Values one after another, with or without white space or line breaks between them.</summary>
    /// <exception cref="JsonException">The bytes are not JSON from there on.</exception>
    public static IEnumerable<ReadOnlyMemory<byte>> Values(ReadOnlyMemory<byte> text)
    {
        var rest = text.Span.StartsWith("\uFEFF"u8) ? text[3..] : text;
        while (!(rest = rest.TrimStart(" \t\r\n"u8)).IsEmpty)
        {
            var length = LengthOf(rest.Span);
            yield return rest[..length];
            rest = rest[length..];
        }
    }

    /// <summary>The one value that a text has.</summary>
    /// <exception cref="JsonException">It is none, or several.</exception>
    public static ReadOnlyMemory<byte> Single(ReadOnlyMemory<byte> text)
    {
        var found = default(ReadOnlyMemory<byte>?);
        foreach (var value in Values(text))
        {
            found = found is null ? value : throw new JsonException("The body has several JSON values, but may have only one.");
        }

        return found ?? throw new JsonException("The body is empty.");
    }

    /// <param name="value">An object, from <see cref="Values"/> or another part.</param>
    /// <exception cref="JsonException">It is no object.</exception>
    public static List<JsonMember> Members(ReadOnlyMemory<byte> value)
    {
        var members = new List<JsonMember>();
        var reader = new Utf8JsonReader(value.Span, Options);
        if (!reader.Read() || reader.TokenType != JsonTokenType.StartObject)
        {
            throw new JsonException("An object is missing where one has to be.");
        }

        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            var name = Encoding.UTF8.GetString(reader.ValueSpan);
            var begin = (int)reader.TokenStartIndex;
            reader.Read();
            var start = (int)reader.TokenStartIndex;
            reader.Skip();
            var end = (int)reader.BytesConsumed;
            members.Add(new(name, value[begin..end], value[start..end]));
        }

        return members;
    }

    /// <param name="value">An array, from another part; <c>null</c> counts as an empty one.</param>
    /// <exception cref="JsonException">It is no array.</exception>
    public static IEnumerable<ReadOnlyMemory<byte>> Items(ReadOnlyMemory<byte> value)
    {
        if (value.Span.SequenceEqual("null"u8))
        {
            yield break;
        }

        var rest = value.Span is [(byte)'[', ..] ? value[1..] : throw new JsonException("An array is missing where one has to be.");
        while ((rest = rest.TrimStart(" \t\r\n,"u8)).Span[0] != ']')
        {
            var length = LengthOf(rest.Span);
            yield return rest[..length];
            rest = rest[length..];
        }
    }

    /// <summary>A part without the white space between its tokens; every other byte stays.</summary>
    public static ReadOnlyMemory<byte> Compact(ReadOnlyMemory<byte> value)
    {
        if (!value.Span.ContainsAny(" \t\r\n"u8))
        {
            return value;
        }

        var output = new ArrayBufferWriter<byte>(value.Length);
        WriteCompact(value.Span, output);
        return output.WrittenMemory;
    }

    /// <summary>Writes a part without the white space between its tokens; every other byte stays.</summary>
    public static void WriteCompact(ReadOnlySpan<byte> value, IBufferWriter<byte> output)
    {
        var isText = false;
        var start = 0;
        for (var at = 0; at < value.Length; at++)
        {
            switch (value[at])
            {
                case (byte)'"':
                    isText = !isText;
                    break;
                case (byte)'\\' when isText:
                    at++;
                    break;
                case (byte)' ' or (byte)'\t' or (byte)'\r' or (byte)'\n' when !isText:
                    output.Write(value[start..at]);
                    start = at + 1;
                    break;
            }
        }

        output.Write(value[start..]);
    }

    private static int LengthOf(ReadOnlySpan<byte> text)
    {
        var reader = new Utf8JsonReader(text, Options);
        reader.Read();
        reader.Skip();
        return (int)reader.BytesConsumed;
    }
}

/// <param name="Name">As it is written, escapes included.</param>
/// <param name="Whole">Name and value.</param>
internal readonly record struct JsonMember(string Name, ReadOnlyMemory<byte> Whole, ReadOnlyMemory<byte> Value);
