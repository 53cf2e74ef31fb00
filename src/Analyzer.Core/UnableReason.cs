using System.Text.Json.Serialization;

namespace Analyzer.Core;

/// <summary>One reason why a file or a part was not examined as a whole. What has one is never clean.</summary>
/// <param name="Reason">A stable slug, such as <c>needs-password</c>.</param>
/// <param name="Count">How many distinct things it holds for.</param>
/// <param name="Text">What happened, for a person.</param>
public sealed record UnableReason(string Reason, long Count, string Text)
{
    /// <summary>The first places, 16 at most; null when no place is known. Offsets count from the start of the file or part.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<Place>? Places { get; init; }
}
