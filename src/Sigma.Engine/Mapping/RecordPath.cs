namespace Sigma.Engine.Mapping;

/// <summary>Where a container has its records, such as <c>$.Records[*]</c>.</summary>
/// <param name="Steps">A name each; null for all elements of an array. Empty: the container itself is the record.</param>
public sealed record RecordPath(IReadOnlyList<string?> Steps)
{
    /// <summary>The most steps of a path.</summary>
    public const int MaxSteps = 16;

    /// <returns>Null when the text is not a path.</returns>
    public static RecordPath? Parse(string text)
    {
        if (!text.StartsWith('$'))
        {
            return null;
        }

        var steps = new List<string?>();
        for (var at = 1; at < text.Length;)
        {
            var (step, end) = text[at] == '.' ? Name(text, at + 1) : Bracket(text, at);
            if (end < 0 || steps.Count == MaxSteps)
            {
                return null;
            }

            steps.Add(step);
            at = end;
        }

        return new(steps);
    }

    public override string ToString() => $"${string.Concat(Steps.Select(step =>
        step is null ? "[*]" : step.AsSpan().IndexOfAny(".[]") < 0 ? $".{step}" : $"['{step}']"))}";

    /// <returns>The name, and where it ends; -1 when there is none.</returns>
    private static (string? Name, int End) Name(string text, int begin)
    {
        var length = text.AsSpan(begin).IndexOfAny('.', '[');
        var end = length < 0 ? text.Length : begin + length;
        return end == begin ? (null, -1) : (text[begin..end], end);
    }

    private static (string? Name, int End) Bracket(string text, int begin)
    {
        if (text.AsSpan(begin).StartsWith("[*]"))
        {
            return (null, begin + 3);
        }

        var end = text.IndexOf("']", begin, StringComparison.Ordinal);
        return text.AsSpan(begin).StartsWith("['") && end > begin + 2 ? (text[(begin + 2)..end], end + 2) : (null, -1);
    }
}
