using System.Text.RegularExpressions;

namespace Dashboards.Tests.PromQl;

/// <summary>Such as <c>outcome!="failed"</c>.</summary>
/// <param name="Label">Left of the operator.</param>
/// <param name="Value">Right of it, unquoted.</param>
public sealed partial record Matcher(string Label, string Value)
{
    /// <summary>The values that are spelled out; none where the value is a pattern.</summary>
    public IReadOnlyList<string> Values => Plain().IsMatch(Value) ? Value.Split('|') : [];

    [GeneratedRegex(@"^[\w-]+(\|[\w-]+)*$")]
    private static partial Regex Plain();
}
