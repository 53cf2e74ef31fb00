using System.Text.RegularExpressions;

namespace Dashboards.Tests.PromQl;

/// <summary>A condition on a label, such as <c>outcome!="failed"</c>.</summary>
/// <param name="Label">The text before the operator.</param>
/// <param name="Value">The text after the operator, without quotes.</param>
public sealed partial record Matcher(string Label, string Value)
{
    /// <summary>The values that the text spells out; none where it is a pattern.</summary>
    public IReadOnlyList<string> Values => Plain().IsMatch(Value) ? Value.Split('|') : [];

    [GeneratedRegex(@"^[\w-]+(\|[\w-]+)*$")]
    private static partial Regex Plain();
}
