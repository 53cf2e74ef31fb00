using System.Collections.Frozen;

namespace Sigma.Engine.Rules;

internal enum Modifier
{
    All,
    Contains,
    StartsWith,
    EndsWith,
    Exists,
    Cased,
    NotEqual,
    WindowsDash,
    Regex,
    IgnoreCase,
    Multiline,
    Singleline,
    Base64,
    Base64Offset,
    Utf16LittleEndian,
    Utf16BigEndian,
    Utf16,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Minute,
    Hour,
    Day,
    Week,
    Month,
    Year,
    Cidr,
    Expand,
    FieldReference,
}

/// <summary>The names of specification 2.1.0, and the few that other engines accept beside them.</summary>
internal static class ModifierNames
{
    public static readonly FrozenDictionary<string, Modifier> All = new Dictionary<string, Modifier>
    {
        ["all"] = Modifier.All,
        ["contains"] = Modifier.Contains,
        ["startswith"] = Modifier.StartsWith,
        ["endswith"] = Modifier.EndsWith,
        ["exists"] = Modifier.Exists,
        ["cased"] = Modifier.Cased,
        ["neq"] = Modifier.NotEqual,
        ["windash"] = Modifier.WindowsDash,
        ["re"] = Modifier.Regex,
        ["i"] = Modifier.IgnoreCase,
        ["ignorecase"] = Modifier.IgnoreCase,
        ["m"] = Modifier.Multiline,
        ["multiline"] = Modifier.Multiline,
        ["s"] = Modifier.Singleline,
        ["dotall"] = Modifier.Singleline,
        ["base64"] = Modifier.Base64,
        ["base64offset"] = Modifier.Base64Offset,
        ["wide"] = Modifier.Utf16LittleEndian,
        ["utf16le"] = Modifier.Utf16LittleEndian,
        ["utf16be"] = Modifier.Utf16BigEndian,
        ["utf16"] = Modifier.Utf16,
        ["lt"] = Modifier.Less,
        ["lte"] = Modifier.LessOrEqual,
        ["gt"] = Modifier.Greater,
        ["gte"] = Modifier.GreaterOrEqual,
        ["minute"] = Modifier.Minute,
        ["hour"] = Modifier.Hour,
        ["day"] = Modifier.Day,
        ["week"] = Modifier.Week,
        ["month"] = Modifier.Month,
        ["year"] = Modifier.Year,
        ["cidr"] = Modifier.Cidr,
        ["expand"] = Modifier.Expand,
        ["fieldref"] = Modifier.FieldReference,
    }.ToFrozenDictionary();

    /// <summary>The known name that is most similar to an unknown one.</summary>
    public static string Nearest(string name) => All.Keys.Order(StringComparer.Ordinal).MaxBy(known => Likeness(known, name))!;

    private static int Likeness(string known, string name) =>
        known.Intersect(name).Count() + (known[0] == name.FirstOrDefault() ? 2 : 0) - Math.Abs(known.Length - name.Length);
}
