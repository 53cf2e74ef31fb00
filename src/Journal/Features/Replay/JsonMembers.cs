using System.Runtime.InteropServices;
using System.Text.Json;

namespace Journal.Features.Replay;

/// <summary>
/// Members of an object of JSON by the names that loggers give them. Case does not matter, nor do the marks between the words of a name:
/// <c>host_name</c> is <c>hostName</c>, <c>host-name</c> and <c>_host_name</c> (GELF). A point leads into an object, or is one in the name.
/// </summary>
internal static class JsonMembers
{
    /// <returns>The member of the first name that the object has; only texts and numbers count.</returns>
    public static JsonElement? Find(JsonElement root, string[] names) => FirstOf<JsonElement>(root, names, static value => value);

    public static string? TextOf(JsonElement root, string[] names) =>
        Find(root, names)?.ToString() is { } text && !string.IsNullOrWhiteSpace(text) ? text : null;

    /// <param name="root">Anything.</param>
    /// <param name="names">Those that count most come first.</param>
    /// <param name="read">Null for a value that means something else: the next one is asked.</param>
    public static T? FirstOf<T>(JsonElement root, string[] names, Func<JsonElement, T?> read)
        where T : struct
    {
        if (root.ValueKind != JsonValueKind.Object)
        {
            return null;
        }

        foreach (var name in names)
        {
            foreach (var member in root.EnumerateObject())
            {
                if (member.Value.ValueKind is JsonValueKind.String or JsonValueKind.Number && IsNamed(member, name)
                    && read(member.Value) is { } found)
                {
                    return found;
                }
            }

            var dot = name.IndexOf('.', StringComparison.Ordinal);
            if (dot > 0 && root.TryGetProperty(name[..dot], out var inner) && FirstOf(inner, [name[(dot + 1)..]], read) is { } nested)
            {
                return nested;
            }
        }

        return null;
    }

    /// <summary>Makes no text of a name, because it is asked for each member that a record has and each field that it lacks.</summary>
    private static bool IsNamed(JsonProperty member, string name)
    {
        var written = JsonMarshal.GetRawUtf8PropertyName(member);
        var at = 0;
        foreach (var letter in written)
        {
            if (IsMark((char)letter))
            {
                continue;
            }

            while (at < name.Length && IsMark(name[at]))
            {
                at++;
            }

            if (at == name.Length || char.ToLowerInvariant(name[at++]) != char.ToLowerInvariant((char)letter))
            {
                return false;
            }
        }

        return at == name.Length && !written.IsEmpty;
    }

    private static bool IsMark(char letter) => letter is '_' or '-' or ' ';
}
