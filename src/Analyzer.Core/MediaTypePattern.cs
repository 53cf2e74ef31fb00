using System.Buffers;
using System.Diagnostics.CodeAnalysis;

namespace Analyzer.Core;

/// <summary>One media type, such as <c>application/pdf</c>, or all of one kind, such as <c>image/*</c>; kept in lower case.</summary>
public sealed record MediaTypePattern
{
    private const int MaxNameLength = 127; // RFC 6838, 4.2

    private static readonly SearchValues<char> NameCharacters =
        SearchValues.Create("!#$&-^_.+0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"); // RFC 6838, 4.2

    private MediaTypePattern(string text) => Text = text;

    public string Text { get; }

    /// <summary>Whether it is a whole group.</summary>
    public bool IsPrefix => Text.EndsWith("/*", StringComparison.Ordinal);

    /// <summary>The media type; or the common beginning of the group, slash included.</summary>
    public string Start => IsPrefix ? Text[..^1] : Text;

    /// <returns>False when the text is neither.</returns>
    public static bool TryParse([NotNullWhen(true)] string? text, [NotNullWhen(true)] out MediaTypePattern? pattern)
    {
        var valid = text?.Split('/') is [var type, var subtype] && IsName(type) && (subtype == "*" || IsName(subtype));
        pattern = valid ? new(text!.ToLowerInvariant()) : null;
        return valid;
    }

    public override string ToString() => Text;

    private static bool IsName(string name) =>
        name.Length is >= 1 and <= MaxNameLength && char.IsAsciiLetterOrDigit(name[0]) && !name.ContainsAnyExcept(NameCharacters);
}
