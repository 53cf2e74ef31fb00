using System.Text;
using System.Text.Json;

namespace Sigma.Streams.Unwrapping;

/// <summary>Takes the records out of a container that is whole in memory, and stops after too many.</summary>
internal readonly struct ContainerReader(
    ContainerShape shape, ReadOnlyMemory<byte> utf8, List<InnerRecord> inner, int max = int.MaxValue)
{
    /// <summary>Elements are judged one by one, so that a deep one does not take the others with it.</summary>
    public static JsonReaderOptions Options { get; } = new() { MaxDepth = int.MaxValue };

    /// <returns>False when it is not such a container; then nothing was taken.</returns>
    public bool TryRead()
    {
        var before = inner.Count;
        var reader = new Utf8JsonReader(utf8.Span, Options);
        try
        {
            reader.Read();
            if (Value(ref reader, 0) && (inner.Count > max || !reader.Read()))
            {
                return true;
            }
        }
        catch (JsonException)
        {
            // It is broken, and stays one input, which says so.
        }

        inner.RemoveRange(before, inner.Count - before);
        return false;
    }

    /// <summary>Reads the value that begins at the current token.</summary>
    private bool Value(ref Utf8JsonReader reader, int step)
    {
        if (step == shape.Path.Steps.Count)
        {
            return Add(ref reader);
        }

        var isArray = shape.Path.Steps[step] is null;
        if (reader.TokenType != (isArray ? JsonTokenType.StartArray : JsonTokenType.StartObject))
        {
            return false;
        }

        return isArray ? Elements(ref reader, step) : Member(ref reader, step);
    }

    private bool Elements(ref Utf8JsonReader reader, int step)
    {
        while (inner.Count <= max && reader.Read() && reader.TokenType != JsonTokenType.EndArray)
        {
            var before = inner.Count;
            var element = reader;
            if (!Value(ref reader, step + 1))
            {
                if (shape.Envelope is not null && !shape.HasOthers)
                {
                    return false;
                }

                // The path does not lead on from here: the element itself is the record.
                inner.RemoveRange(before, inner.Count - before);
                reader = element;
                Add(ref reader);
            }
        }

        return true;
    }

    private bool Member(ref Utf8JsonReader reader, int step)
    {
        var isFound = false;
        while (inner.Count <= max && reader.Read() && reader.TokenType != JsonTokenType.EndObject)
        {
            if (reader.ValueTextEquals(shape.Path.Steps[step]))
            {
                reader.Read();
                if (!Value(ref reader, step + 1))
                {
                    return false;
                }

                isFound = true;
            }
            else if (step > 0 || shape.Allows(ref reader))
            {
                reader.Skip();
            }
            else
            {
                return false;
            }
        }

        return isFound;
    }

    private bool Add(ref Utf8JsonReader reader)
    {
        var start = (int)reader.TokenStartIndex;
        if (reader.TokenType == JsonTokenType.String && TextOf(ref reader) is { } text)
        {
            inner.Add(new(start, text));
            return true;
        }

        var isObject = reader.TokenType == JsonTokenType.StartObject;
        reader.Skip();
        inner.Add(new(start, utf8[start..(int)reader.BytesConsumed]));
        return isObject || (shape.Envelope is null && !shape.HasOthers);
    }

    /// <returns>The object that is written as text; null when it is no object.</returns>
    private static byte[]? TextOf(ref Utf8JsonReader reader)
    {
        try
        {
            return reader.GetString() is { } text && text.AsSpan().TrimStart().StartsWith('{') ? Encoding.UTF8.GetBytes(text) : null;
        }
        catch (InvalidOperationException)
        {
            return null; // half a character
        }
    }
}
