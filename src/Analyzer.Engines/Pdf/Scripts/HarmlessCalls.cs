using System.Buffers;
using System.Collections.Frozen;

namespace Analyzer.Engines.Pdf.Scripts;

/// <summary>Tells by the names of what a script calls whether it only calculates, formats, shows or prints.</summary>
internal static class HarmlessCalls
{
    private static readonly SearchValues<char> NameCharacters =
        SearchValues.Create("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$");

    private static readonly FrozenSet<string> Known = FrozenSet.Create(
        StringComparer.Ordinal,
        "if", "for", "while", "switch", "return", "function", "typeof", "catch", "with",
        "print", "getField", "getNthFieldName", "resetForm", "calculateNow", "buttonImportIcon",
        "Array", "Number", "String", "Date", "Boolean", "Object", "RegExp", "parseInt", "parseFloat", "isNaN", "isFinite",
        "toString", "toFixed", "toUpperCase", "toLowerCase", "charAt", "charCodeAt", "indexOf", "lastIndexOf", "substring", "substr", "slice",
        "split", "join", "replace", "match", "search", "test", "push", "pop", "shift", "reverse", "sort", "concat", "valueOf",
        "abs", "ceil", "floor", "round", "min", "max", "pow", "sqrt", "sin", "cos", "tan", "log", "exp", "random",
        "getDate", "getDay", "getMonth", "getFullYear", "getYear", "getTime", "getHours", "getMinutes", "getSeconds",
        "setDate", "setMonth", "setFullYear", "setTime", "setHours", "printd", "printx", "scand", "printf", "isBoxChecked", "checkThisBox",
        "setFocus", "setItems", "getItemAt", "insertItemAt", "deleteItemAt", "clearItems", "getArray");

    private static readonly FrozenSet<string> Shown = FrozenSet.Create(StringComparer.Ordinal, "alert", "beep", "response");

    /// <param name="shows">The place of the first call that shows a message; -1 for none.</param>
    /// <returns>The place of the first call that is not known to be harmless; -1 for none.</returns>
    public static int FindOther(ReadOnlySpan<char> text, out int shows)
    {
        shows = -1;
        for (var at = 0; at < text.Length; at++)
        {
            switch (text[at])
            {
                case '"' or '\'':
                    at = EndOfString(text, at);
                    break;
                case '/' when text[at..].StartsWith("//"):
                    at += text[at..].IndexOfAny('\r', '\n') is >= 0 and var end ? end : text.Length - at;
                    break;
                case '/' when text[at..].StartsWith("/*"):
                    at += text[at..].IndexOf("*/") is >= 0 and var close ? close + 1 : text.Length - at;
                    break;
                case '\\' or '`':
                    return at;
                case '(':
                    var name = NameBefore(text[..at]);
                    if (name.IsEmpty ? IsCall(text[..at]) : !IsKnown(name) && !Shown.GetAlternateLookup<ReadOnlySpan<char>>().Contains(name))
                    {
                        return Math.Max(0, at - name.Length);
                    }

                    shows = shows < 0 && Shown.GetAlternateLookup<ReadOnlySpan<char>>().Contains(name) ? at - name.Length : shows;
                    break;
            }
        }

        return -1;
    }

    private static bool IsKnown(ReadOnlySpan<char> name) =>
        name.StartsWith("AF", StringComparison.Ordinal) || Known.GetAlternateLookup<ReadOnlySpan<char>>().Contains(name);

    // A bracket behind another one, or behind a string, calls what a name does not tell.
    private static bool IsCall(ReadOnlySpan<char> before) => before.TrimEnd() is [.., ']' or ')' or '"' or '\''];

    private static ReadOnlySpan<char> NameBefore(ReadOnlySpan<char> before)
    {
        before = before.TrimEnd();
        return before[(before.LastIndexOfAnyExcept(NameCharacters) + 1)..];
    }

    private static int EndOfString(ReadOnlySpan<char> text, int start)
    {
        for (var at = start + 1; at < text.Length; at++)
        {
            if (text[at] == '\\')
            {
                at++;
            }
            else if (text[at] == text[start])
            {
                return at;
            }
        }

        return text.Length;
    }
}
