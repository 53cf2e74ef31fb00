using Analyzer.Engines.JavaScript.Invoking;
using Analyzer.Engines.JavaScript.Text;
using Analyzer.Engines.JavaScript.Values;

namespace Analyzer.Engines.JavaScript;

/// <summary>
/// Finds out what a script in FormCalc does (XFA 3.3, chapter 25). The language has no functions as values and no computed names, so what a
/// script calls stands there as a name before a parenthesis.
/// </summary>
internal sealed class FormCalcExamination(ScriptScope scope)
{
    private const int MaxDepth = 4;

    private static readonly ConstantFolder NoFolder = new(new(new()), new());
    private static readonly Bindings NoBindings = new(new());

    /// <param name="scope">Takes what the script does.</param>
    public static void Examine(ReadOnlySpan<char> text, ScriptScope scope) => new FormCalcExamination(scope).Read(text, -1, 0);

    /// <param name="place">Where the text is run that this is; -1 for the script itself.</param>
    private void Read(ReadOnlySpan<char> text, int place, int depth)
    {
        for (var at = 0; at < text.Length;)
        {
            if (text[at] == '"')
            {
                var end = EndOfString(text, at);
                LookAtString(Unquoted(text[at..end]), place < 0 ? at : place);
                at = end;
            }
            else if (text[at] == ';' || text[at..].StartsWith("//"))
            {
                at += text[at..].IndexOfAny('\r', '\n') is >= 0 and var line ? line : text.Length - at;
            }
            else if (IsName(text[at]))
            {
                var end = EndOfName(text, at);
                LookAtName(text, at, end, place < 0 ? at : place, depth);
                at = end;
            }
            else
            {
                at++;
            }
        }
    }

    private void LookAtName(ReadOnlySpan<char> text, int start, int end, int place, int depth)
    {
        var rest = text[end..].TrimStart();
        if (rest is not ['(', ..])
        {
            return;
        }

        var path = text[start..end].ToString();
        if (path.Equals("Get", StringComparison.OrdinalIgnoreCase) || path.Equals("Post", StringComparison.OrdinalIgnoreCase)
            || path.Equals("Put", StringComparison.OrdinalIgnoreCase))
        {
            Mark(ScriptEffect.Connects, place);
        }
        else if (path.Equals("Eval", StringComparison.OrdinalIgnoreCase))
        {
            LookAtEval(rest[1..].TrimStart(), place, depth);
        }
        else if ((DocumentCalls.Judge(CallOf(path), NoBindings, isForm: true) ?? ExportTo(path, rest)) is { } mark)
        {
            Mark(mark, place);
        }
        else
        {
            scope.AddCall(path[(path.LastIndexOf('.') + 1)..]);
        }
    }

    // Where data go is told, and not asked.
    private static ScriptEffect? ExportTo(string path, ReadOnlySpan<char> arguments) =>
        arguments[1..].TrimStart() is not [')', ..]
        && DocumentCalls.JudgeMention(path[(path.LastIndexOf('.') + 1)..]) == ScriptEffect.Exports ? ScriptEffect.Exports : null;

    private void LookAtEval(ReadOnlySpan<char> argument, int place, int depth)
    {
        if (argument is ['"', ..] && EndOfString(argument, 0) is var end && argument[end..].TrimStart() is [')', ..] && depth < MaxDepth)
        {
            Read(Unquoted(argument[..end]), place, depth + 1);
        }
        else
        {
            Mark(ScriptEffect.Other, place);
        }
    }

    private void LookAtString(string text, int place)
    {
        if (TextMarks.IsShare(text))
        {
            Mark(ScriptEffect.Connects, place);
        }

        if (MachineCode.Looks(text))
        {
            Mark(ScriptEffect.Shellcode, place);
        }
    }

    private static Call CallOf(string path)
    {
        // xfa.host.messageBox, $host.messageBox, a.b[*].c
        var reference = new PathReference(path.Replace("$host", "xfa.host", StringComparison.Ordinal));
        return new(reference, reference.Name, [], NoFolder);
    }

    private static bool IsName(char character) => char.IsLetter(character) || character is '_' or '$' or '!';

    private static int EndOfName(ReadOnlySpan<char> text, int at)
    {
        while (at < text.Length && (IsName(text[at]) || char.IsDigit(text[at]) || text[at] is '.' or '#' or '[' or ']' or '*'))
        {
            at++;
        }

        return at;
    }

    // A quote in a string is written twice.
    private static int EndOfString(ReadOnlySpan<char> text, int start)
    {
        for (var at = start + 1; at < text.Length; at++)
        {
            if (text[at] == '"')
            {
                if (at + 1 == text.Length || text[at + 1] != '"')
                {
                    return at + 1;
                }

                at++;
            }
        }

        return text.Length;
    }

    private static string Unquoted(ReadOnlySpan<char> quoted) =>
        (quoted is ['"', .., '"'] and { Length: > 1 } ? quoted[1..^1] : quoted[1..]).ToString().Replace(
            "\"\"", "\"", StringComparison.Ordinal);

    private void Mark(ScriptEffect mark, int place) => scope.Mark(mark, place);
}
