namespace Sigma.Engine.Expressions;

/// <summary>Sets of characters by their names in PCRE, as the inside of a class here.</summary>
internal static class CharacterSets
{
    /// <summary>Blanks of one line, as <c>\h</c> has them.</summary>
    public const string Horizontal = @"\t \u00A0\u1680\u180E\u2000-\u200A\u202F\u205F\u3000";

    /// <summary>Ends of lines, as <c>\v</c> has them.</summary>
    public const string Vertical = @"\n-\r\u0085\u2028\u2029";

    public const string NotHorizontal =
        @"\x00-\x08\n-\x1F!-\u009F\u00A1-\u167F\u1681-\u180D\u180F-\u1FFF\u200B-\u202E\u2030-\u205E\u2060-\u2FFF\u3001-\uFFFF";

    public const string NotVertical = @"\x00-\t\x0E-\u0084\u0086-\u2027\u202A-\uFFFF";

    private static readonly Dictionary<string, (string Set, string Others)> Posix = new()
    {
        ["alnum"] = ("0-9A-Za-z", @"\x00-/:-@\[-`{-\uFFFF"),
        ["alpha"] = ("A-Za-z", @"\x00-@\[-`{-\uFFFF"),
        ["ascii"] = (@"\x00-\x7F", @"\x80-\uFFFF"),
        ["blank"] = (@"\t ", @"\x00-\x08\n-\x1F!-\uFFFF"),
        ["cntrl"] = (@"\x00-\x1F\x7F", @" -~\x80-\uFFFF"),
        ["digit"] = ("0-9", @"\x00-/:-\uFFFF"),
        ["graph"] = ("!-~", @"\x00- \x7F-\uFFFF"),
        ["lower"] = ("a-z", @"\x00-`{-\uFFFF"),
        ["print"] = (" -~", @"\x00-\x1F\x7F-\uFFFF"),
        ["punct"] = (@"!-/:-@\[-`{-~", @"\x00- 0-9A-Za-z\x7F-\uFFFF"),
        ["space"] = (@"\t-\r ", @"\x00-\x08\x0E-\x1F!-\uFFFF"),
        ["upper"] = ("A-Z", @"\x00-@\[-\uFFFF"),
        ["word"] = ("0-9A-Z_a-z", @"\x00-/:-@\[-\^`{-\uFFFF"),
        ["xdigit"] = ("0-9A-Fa-f", @"\x00-/:-@G-`g-\uFFFF"),
    };

    /// <param name="name">Such as <c>alpha</c>, or <c>^alpha</c> for all others.</param>
    public static string OfPosix(string name)
    {
        if (!Posix.TryGetValue(name.TrimStart('^'), out var sets))
        {
            throw new ExpressionException($"[:{name}:] is no class. There are {string.Join(", ", Posix.Keys)}.");
        }

        return name.StartsWith('^') ? sets.Others : sets.Set;
    }
}
