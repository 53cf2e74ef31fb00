using System.Text.Json;

namespace Sigma.Streams.Unwrapping;

/// <summary>The beginning of a container that is too large for memory, up to its first record.</summary>
/// <param name="Shape">What it is.</param>
/// <param name="Length">The bytes before the first element of its array.</param>
/// <param name="Depth">The objects that are open there.</param>
internal sealed record ContainerOpening(ContainerShape Shape, int Length, int Depth)
{
    /// <summary>Where the elements of the array have the records; null when they are the records.</summary>
    public ContainerShape? Inner { get; } = Shape.Path.Steps.Count == Depth + 1
        ? null
        : Shape with { Path = new([.. Shape.Path.Steps.Skip(Depth + 1)]), Envelope = null };

    /// <returns>Null when the text does not begin such a container, or not with its array.</returns>
    public static ContainerOpening? Of(ContainerShape shape, ReadOnlySpan<byte> begin)
    {
        var depth = shape.Path.Steps.TakeWhile(step => step is not null).Count();
        if (depth == shape.Path.Steps.Count)
        {
            return null; // there is no array to read piece by piece
        }

        var reader = new Utf8JsonReader(begin, isFinalBlock: false, new(ContainerReader.Options));
        try
        {
            var isOpen = reader.Read();
            for (var step = 0; isOpen && step < depth; step++)
            {
                isOpen = reader.TokenType == JsonTokenType.StartObject && Member(ref reader, shape, step);
            }

            var length = (int)reader.BytesConsumed;
            return isOpen && reader.TokenType == JsonTokenType.StartArray && reader.Read()
                && (shape.Envelope is null || reader.TokenType == JsonTokenType.StartObject) ? new(shape, length, depth) : null;
        }
        catch (Exception malformed) when (malformed is JsonException or InvalidOperationException)
        {
            return null;
        }
    }

    /// <summary>Goes to the value of the member that the path names.</summary>
    private static bool Member(ref Utf8JsonReader reader, ContainerShape shape, int step)
    {
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            if (reader.ValueTextEquals(shape.Path.Steps[step]))
            {
                return reader.Read();
            }

            if ((step == 0 && !shape.Allows(ref reader)) || !reader.TrySkip())
            {
                return false;
            }
        }

        return false;
    }
}
