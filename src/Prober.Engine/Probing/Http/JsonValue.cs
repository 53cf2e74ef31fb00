using System.Globalization;
using System.Text.Json;

namespace Prober.Engine.Probing.Http;

/// <summary>A value that the JSON of a body has to contain.</summary>
/// <param name="Path">Names and numbers of elements, as in <c>checks[0].status</c>; a name with other signs as in <c>['a.b']</c>.</param>
/// <param name="Expected">The value as in JSON, with texts unquoted; null when it only has to exist and not be null.</param>
public sealed record JsonValue(string Path, string? Expected)
{
    private const int MaxSteps = 32;

    private readonly IReadOnlyList<string>? _steps = Parse(Path);

    /// <summary>Whether the path is valid.</summary>
    public bool IsValid => _steps is not null;

    /// <returns>What is wrong; null when the value is present.</returns>
    public string? Problem(JsonElement root)
    {
        var element = root;
        foreach (var step in _steps ?? [])
        {
            var found = element.ValueKind switch
            {
                JsonValueKind.Object => element.TryGetProperty(step, out element),
                JsonValueKind.Array => int.TryParse(step, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
                    && number < element.GetArrayLength() && (element = element[number]).ValueKind != JsonValueKind.Undefined,
                _ => false,
            };
            if (!found)
            {
                return $"The body has no {Path}.";
            }
        }

        return Expected is null ? element.ValueKind == JsonValueKind.Null ? $"The body has no {Path}." : null
            : Text(element) != Expected ? $"The body has another value at {Path}."
            : null;
    }

    private static string Text(JsonElement element) => element.ValueKind switch
    {
        JsonValueKind.String => element.GetString()!,
        JsonValueKind.True => "true",
        JsonValueKind.False => "false",
        _ => element.GetRawText(),
    };

    /// <returns>Null when it is not valid.</returns>
    private static List<string>? Parse(string path)
    {
        var steps = new List<string>();
        var rest = path.AsSpan();
        if (rest.StartsWith("$"))
        {
            rest = rest[1..];
        }
        else if (!rest.StartsWith("["))
        {
            rest = $".{path}";
        }

        while (!rest.IsEmpty)
        {
            var isQuoted = rest.StartsWith("['");
            var (start, end) = isQuoted ? (2, rest.IndexOf("']"))
                : rest[0] == '[' ? (1, rest.IndexOf(']'))
                : rest[0] == '.' ? (1, rest[1..].IndexOfAny('.', '[') + 1)
                : (0, -1);
            if (rest[0] == '.' && end == 0)
            {
                end = rest.Length;
            }

            if (end <= start || steps.Count == MaxSteps)
            {
                return null;
            }

            steps.Add(rest[start..end].ToString());
            rest = rest[(isQuoted ? end + 2 : rest[0] == '[' ? end + 1 : end)..];
        }

        return steps.Count > 0 ? steps : null;
    }
}
