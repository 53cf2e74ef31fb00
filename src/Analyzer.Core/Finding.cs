using System.Text.Json.Serialization;

namespace Analyzer.Core;

/// <summary>One reason for a verdict.</summary>
/// <param name="Rule">A stable dotted name, such as <c>pdf.javascript</c>.</param>
/// <param name="Points">The points that it adds to the score; never negative.</param>
/// <param name="Count">How often it was found.</param>
/// <param name="Offset">Bytes from the start of the file to the first occurrence.</param>
/// <param name="Reason">Why it matters, for a person.</param>
public sealed record Finding(string Rule, int Points, long Count, long Offset, string Reason)
{
    /// <summary>The first places, 16 at most; null in reports of older engines and when no object is known.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<Place>? Places { get; init; }

    /// <summary>
    /// What leads to it with the least of the reader: open, page, close, field, click, or none when nothing in the file was found that
    /// does.
    /// Null for what needs nothing to lead there, and in reports of older engines.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Trigger { get; init; }

    /// <summary>The bytes around the first place, or a part of the script, as escaped ASCII; null when there is nothing to show.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Excerpt { get; init; }
}

/// <summary>Where something was found.</summary>
/// <param name="Offset">Bytes from the start of the file; inside an object stream, those to that stream's data.</param>
/// <param name="ObjectNumber">The number of the object; null outside of objects.</param>
/// <param name="Inside">The number of the object stream that the object is inside; null when it lies open.</param>
public sealed record Place(
    long Offset,
    [property: JsonPropertyName("object"), JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? ObjectNumber = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? Inside = null);
