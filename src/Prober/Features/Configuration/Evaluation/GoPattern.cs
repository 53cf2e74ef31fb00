using System.Text.RegularExpressions;

namespace Prober.Features.Configuration.Evaluation;

/// <summary>Regular expressions as Go writes them (RE2), in .NET's way.</summary>
internal static partial class GoPattern
{
    private static readonly Dictionary<string, string> Classes = new()
    {
        ["alnum"] = "0-9A-Za-z",
        ["alpha"] = "A-Za-z",
        ["ascii"] = @"\x00-\x7F",
        ["blank"] = @"\t ",
        ["cntrl"] = @"\x00-\x1F\x7F",
        ["digit"] = "0-9",
        ["graph"] = "!-~",
        ["lower"] = "a-z",
        ["print"] = " -~",
        ["punct"] = @"!-/:-@\[-`{-~",
        ["space"] = @"\t\n\v\f\r ",
        ["upper"] = "A-Z",
        ["word"] = "0-9A-Za-z_",
        ["xdigit"] = "0-9A-Fa-f",
    };

    /// <summary>
    /// Named groups (<c>(?P&lt;name&gt;)</c>), quotations (<c>\Q…\E</c>), classes of POSIX (<c>[[:digit:]]</c>), short names of Unicode
    /// (<c>\pL</c>) and code points (<c>\x{2026}</c>); the rest is alike.
    /// </summary>
    public static string ToDotNet(string pattern) => Differences().Replace(pattern, difference => difference switch
    {
        { Groups: [_, { Success: true, Value: var quoted }, ..] } => Regex.Escape(quoted),
        { Groups: [_, _, { Success: true, Value: var name }, ..] } when Classes.TryGetValue(name, out var members) => members,
        { Groups: [_, _, _, { Success: true, Value: var letter }, ..] } => $"{difference.Value[..2]}{{{letter}}}",
        { Groups: [_, _, _, _, { Success: true, Value: var digits }] } =>
            Convert.ToInt32(digits, 16) <= char.MaxValue ? $"\\u{digits.PadLeft(4, '0')}" : difference.Value,
        { Value: "(?P<" } => "(?<",
        _ => difference.Value,
    });

    /// <summary>An escaped character is matched first, so that what follows a backslash of its own begins nothing.</summary>
    [GeneratedRegex(@"\\Q(.*?)(?:\\E|$)|\[:([a-z]+):\]|\\[pP]([A-Z])|\\x\{0*([0-9A-Fa-f]{1,6})\}|\(\?P<|\\.", RegexOptions.Singleline)]
    private static partial Regex Differences();
}
