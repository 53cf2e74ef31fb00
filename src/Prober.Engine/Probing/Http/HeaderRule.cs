using System.Text.RegularExpressions;

namespace Prober.Engine.Probing.Http;

/// <summary>A requirement for a header of the response.</summary>
/// <param name="MustMatch">Whether a value has to match, or must not.</param>
/// <param name="AllowsMissing">The response may lack the header.</param>
public sealed record HeaderRule(string Name, Regex Value, bool MustMatch, bool AllowsMissing)
{
    /// <param name="values">The values of the header in the response.</param>
    /// <returns>Null when it is met.</returns>
    internal string? Problem(IReadOnlyList<string> values) =>
        values.Count == 0 ? AllowsMissing ? null : $"The response lacks the header {Name}."
        : values.Any(value => Value.IsMatch(value)) == MustMatch ? null
        : MustMatch ? $"The header {Name} does not match {Value}."
        : $"The header {Name} matches {Value}.";
}
