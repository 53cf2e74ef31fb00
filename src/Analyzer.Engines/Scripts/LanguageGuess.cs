using System.Buffers;
using System.Text;
using System.Text.RegularExpressions;

namespace Analyzer.Engines.Scripts;

/// <summary>Guesses a script's language by its first lines. Prose that only speaks of scripts has none.</summary>
internal static class LanguageGuess
{
    private const int MaxLines = 64;

    // Lines that begin so are code, and one is enough.
    private static readonly (ScriptLanguage Language, string[] Starts)[] Sure =
    [
        (ScriptLanguage.Batch,
        [
            "@echo ", "@setlocal", "setlocal", "powershell ", "powershell.exe ", "cmd /c ", "cmd.exe /c ", "mshta ", "start /",
            "rundll32.exe ", "regsvr32 /", "regsvr32.exe ", "mshta.exe ", "certutil.exe ", "bitsadmin /", @"%temp%\", @"%tmp%\",
            @"%appdata%\", @"%localappdata%\", @"%public%\", @"%programdata%\",
        ]),
        (ScriptLanguage.VisualBasic,
        [
            "on error resume next", "option explicit", "createobject(", "set wsh", "set obj", "wscript.sleep ", "wscript.echo ",
        ]),
        (ScriptLanguage.PowerShell,
        [
            "start-process ", "iex(", "iex ", "invoke-expression", "invoke-webrequest", "$erroractionpreference", "param(",
            "[cmdletbinding", "set-executionpolicy", "set-strictmode", "start-bitstransfer ",
        ]),
        (ScriptLanguage.JavaScript,
        [
            "wscript.", "#@~^", "/*@cc_on",
            "'use strict'", "\"use strict\"", "(function(", "(function (", "!function(", "(() =>", "new activexobject(",
        ]),
        (ScriptLanguage.Registry, ["windows registry editor version", "regedit4"]),
        (ScriptLanguage.Php, ["<?php", "<?="]),
        (ScriptLanguage.Basic, ["attribute vb_name"]),
        (ScriptLanguage.Python,
        [
            "if __name__ == ", "import base64", "exec(base64", "exec(__import__", "from __future__ import ", "os.system(",
            "subprocess.run(", "subprocess.call(", "subprocess.popen(",
        ]),
    ];

    // It takes several lines of these: each may begin a sentence, or a line of something else.
    private static readonly (ScriptLanguage Language, string[] Starts)[] Likely =
    [
        (ScriptLanguage.VisualBasic, ["dim ", "sub ", "end sub", "end if", "private sub", "public sub", "msgbox "]),
        (ScriptLanguage.Python, ["def ", "class ", "print(", "import ", "from ", "elif ", "except ", "except:", "try:"]),
        (ScriptLanguage.JavaScript,
        [
            "var ", "let ", "const ", "function ", "});", "};", "eval(", "document.", "window.", "export ", "import ",
        ]),
        (ScriptLanguage.PowerShell, ["$", "write-host ", "foreach (", "new-object ", "get-", "add-type"]),
        (ScriptLanguage.Batch,
        [
            "rem ", "if exist ", "goto ", "echo off", "reg add ", "reg query ", "net user", "net localgroup", "net use ", "ipconfig",
            "systeminfo", "tasklist", "taskkill ", "schtasks ", "sc create", "netsh ", "wmic ", "certutil ", "cscript ", "wscript ",
            "rundll32 ", "regsvr32 ", "bitsadmin ", "icacls ", "xcopy ", "msiexec ", "attrib ", "del %", "del /", "copy %", "copy /",
            "mkdir %", "cd %", "set /",
        ]),
    ];

    // What a program begins with that is compiled: a name behind such a word, which no JavaScript has.
    private static readonly string[] Compiled =
    [
        "#include ", "#define ", "#if ", "#ifdef ", "#ifndef ", "#pragma ", "#import ", "#undef ", "using ", "namespace ", "package ",
        "use ", "extern ", "pub ", "mod ", "fn ", "func ", "typedef ", "struct ", "module ", "unit ", "program ",
    ];

    private static readonly Regex Fence = new(
        @"^[ \t]*(```|~~~|\.\. code|\\begin\{)", RegexOptions.Multiline | RegexOptions.NonBacktracking);

    private static readonly Regex Rule = new(
        @"^\s*((private|global)\s+)*rule\s+\w+[^{}]*\{\s*(meta|strings|condition|variables)\s*:|^\s*detection:\s*$|^\s*logsource:\s*$"
            + @"|^\s*(alert|drop|reject)\s+(tcp|udp|ip|http|icmp)\s+\S+\s+\S+\s+->",
        RegexOptions.Multiline | RegexOptions.NonBacktracking);

    private static readonly Regex NewObject = new(
        @"^((.*:\s*)?set\s+\w+\s*=\s*(\w+\.)?(createobject\s*\(|getobject\s*\(\s*""(winmgmts|script|new):)"
            + @"|execute(global)?[\s(].*chrw?\s*\()",
        RegexOptions.NonBacktracking | RegexOptions.IgnoreCase);

    // Python that runs what it fetches or decodes, or takes what programs need that do so: no other language names these.
    private static readonly Regex ActivePython = new(
        @"^(exec\(.*(urlopen|requests\.get|b64decode|decompress)\("
            + @"|import\s+(urllib|requests|subprocess|socket|ctypes|winreg|pty|tempfile)\b[\w.]*(\s*,\s*[\w.]+)*\s*(#.*)?$)",
        RegexOptions.NonBacktracking);

    // One line of a shell that fetches a file and starts it.
    private static readonly Regex FetchingShell = new(
        @"^((wget|curl)\s|(cd\s|for\s+\w+\s+in\s).*(wget|curl)\s).*://.*(;|&&|\|\|)\s*(chmod\s|sh\s|bash\s|\./|/tmp/)",
        RegexOptions.NonBacktracking);

    // A command whose name is put together, or a file that is fetched into a folder of variables.
    private static readonly Regex VariableBatch = new(
        @"^((%[a-z]\w*(:[^%]*)?%){2,}[\s.]"
            + @"|(curl|certutil|bitsadmin|copy|move|start)(\.exe)?\s.*%(temp|tmp|appdata|localappdata|public|userprofile)%)",
        RegexOptions.NonBacktracking | RegexOptions.IgnoreCase);

    // One command that fetches, registers or starts something, as all that there is.
    private static readonly Regex LoneCommand = new(
        @"^(certutil|bitsadmin|wmic|schtasks|reg add|net user|netsh|msiexec|cscript|wscript|rundll32|regsvr32|mshta|sc create)(\.exe)?\s.*"
            + @"(https?://|\s[-/]\w|\\)",
        RegexOptions.NonBacktracking | RegexOptions.IgnoreCase);

    // A comment of a batch file that hides data: no text of another kind has such a line.
    private static readonly Regex BatchData = new(@"^::\S{64}", RegexOptions.NonBacktracking);

    // What calls something by an expression, as one line does that is handed to powershell.exe: & (...), [Type]::Method(...),
    // (New-Object ...), -join (...), ('...' -f ...), if([Type]::..., function Verb-Noun {, ... | iex
    private static readonly Regex PowerShellCall = new(
        @"^(\s*[&.]\s*\(\s*(['""$(\[]|g(al|cm)\b|\w+-|variable)"
            + @"|\(*\[[a-z][\w.]*(\[\])?\]::|\(*new-object\s|-join\s*\(|\(+\s*['""].*['""]\s*\)*\s*-(f|join|split|c?replace)\b"
            + @"|if\s*\(.*\]::|function\s+([a-z`]+-[a-z`]+|\w*`[\w`]*)\s*(\{|\(|$)|\(\s*\$\w+\s*="
            + @"|(iwr|irm)\s.*https?://|describe\s+['""].*\{\s*$"
            + @"|.*[|{;]\s*(iex|invoke-expression)\b(\s*[$(]|\s*\}?$))",
        RegexOptions.NonBacktracking | RegexOptions.IgnoreCase);

    // $name = ..., $object.Method(...), $list[1] += ..., $text | ...
    private static readonly Regex Variable = new(
        @"^\$\d*[A-Za-z_][\w:]*(\.\w+|\[[^\]]+\])*\s*(=|[-+*/]=|\||\(|$)", RegexOptions.NonBacktracking);

    private static readonly SearchValues<char> Code = SearchValues.Create("=();{}");

    private static readonly SearchValues<char> NoProse = SearchValues.Create("=();{}$%\\/\"");

    private static readonly (string Start, string End)[] Comments =
    [
        ("//", "\n"), ("/*", "*/"), ("<#", "#>"), ("\"\"\"", "\"\"\""),
    ];

    /// <param name="start">The first bytes of a text.</param>
    /// <returns>Null when it is no script.</returns>
    public static ScriptLanguage? Of(ReadOnlySpan<byte> start)
    {
        var text = Encoding.Latin1.GetString(start).TrimStart('\u00EF', '\u00BB', '\u00BF', '\u00FF', '\u00FE', ' ', '\t', '\r', '\n');
        if (text.StartsWith("#!", StringComparison.Ordinal) && !text.StartsWith("#![", StringComparison.Ordinal))
        {
            var first = text.Split('\n')[0];
            return first.Contains("python", StringComparison.Ordinal) ? ScriptLanguage.Python
                : first.Contains("perl", StringComparison.Ordinal) ? ScriptLanguage.Perl
                : first.Contains("node", StringComparison.Ordinal) ? ScriptLanguage.JavaScript
                : first.Contains("php", StringComparison.Ordinal) ? ScriptLanguage.Php : ScriptLanguage.Shell;
        }

        if (QuotesScripts(text))
        {
            return null;
        }

        var lines = text.Split(['\n', '\r'], StringSplitOptions.RemoveEmptyEntries)
            .Where(line => !string.IsNullOrWhiteSpace(line)).ToArray();
        if (lines.Length == 0 || IsProse(lines[0]))
        {
            return null;
        }

        if (lines.Length == 1 && LoneCommand.IsMatch(lines[0]))
        {
            return ScriptLanguage.Batch;
        }

        var isMarkdown = lines[0].StartsWith("# ", StringComparison.Ordinal) && !lines.Any(IsCode);
        var guess = lines.Select(line => isMarkdown && char.IsWhiteSpace(line[0]) ? null : SureOf(line))
            .FirstOrDefault(language => language is not null)
            ?? OfMost(lines, text) ?? (PowerShellLines.IsFirst(lines[0]) ? ScriptLanguage.PowerShell : null);
        return guess == ScriptLanguage.JavaScript && IsCompiled(text) ? null : guess;
    }

    /// <summary>Whether a text shows code between its lines, as Markdown does, or in rules that look for it.</summary>
    /// <param name="start">Its first bytes.</param>
    public static bool ShowsCode(ReadOnlySpan<byte> start)
    {
        var text = Encoding.Latin1.GetString(start);
        return (start[0] == '#' && Fence.IsMatch(text)) || Rule.IsMatch(text);
    }

    // Code between such lines, or indented in prose, is shown, and not run; rules that look for scripts (YARA, Sigma, Snort) quote what
    // they look for. A script can have such lines in its comments.
    private static bool QuotesScripts(string text)
    {
        var shown = BehindComments(text);
        var first = shown.Split(['\n', '\r'], 2)[0].TrimEnd();
        return !first.EndsWith(';') && SureOf(first) is null && (Fence.IsMatch(shown) || Rule.IsMatch(shown));
    }

    private static bool IsCode(string line) =>
        !char.IsWhiteSpace(line[0]) && (line.TrimEnd() is [.., '{' or '}' or ';'] || OfLine(line) is not null);

    // Prose may quote commands, in lines of their own, too. No script begins with a sentence, which a command line is not.
    private static bool IsProse(string line) => char.IsAsciiLetterUpper(line[0]) && line.Count(letter => letter == ' ') >= 2
        && line.TrimEnd() is [.., '.' or ':' or ',' or '!' or '?'] && !line.StartsWith("echo ", StringComparison.OrdinalIgnoreCase)
        && line.AsSpan().IndexOfAny(NoProse) < 0 && SureOf(line) is null && Find(Likely, line) is null;

    private static ScriptLanguage? OfMost(string[] lines, string text)
    {
        const int oneIn = 8;
        var most = lines.Take(MaxLines).Where(line => line.AsSpan().ContainsAny(Code) || line.Contains(' ', StringComparison.Ordinal))
            .Select(OfLine).OfType<ScriptLanguage>().GroupBy(language => language).MaxBy(group => group.Count());
        var isJavaScript = most?.Key == ScriptLanguage.JavaScript;
        var isOne = IsDense(text, isJavaScript ? lines.Length : 0) || (isJavaScript && IsLongLine(lines));
        var needed = isOne ? 1 : Math.Max(2, Math.Min(lines.Length, MaxLines) / oneIn);
        return most?.Count() >= needed ? most.Key : null;
    }

    // A class of Python ends its line with a colon, one of C++ does not; a variable of PowerShell has a name, one of make has brackets.
    // Commands that are indented are examples in something else.
    private static ScriptLanguage? OfLine(string raw)
    {
        var line = raw.Trim();
        var language = Find(Likely, line);
        if (language == ScriptLanguage.Batch)
        {
            return char.IsWhiteSpace(raw[0]) ? null : language;
        }

        if (language == ScriptLanguage.PowerShell && line[0] == '$')
        {
            return Variable.IsMatch(line) ? language : null;
        }

        if (language is null)
        {
            return !char.IsWhiteSpace(raw[0]) && PowerShellLines.MayBe(line) ? ScriptLanguage.PowerShell : null;
        }

        if (language != ScriptLanguage.Python || line.StartsWith("print(", StringComparison.Ordinal))
        {
            return language;
        }

        var isImport = line.StartsWith("import ", StringComparison.Ordinal);
        return isImport && line.AsSpan().IndexOfAny('"', '\'', '{') >= 0 ? ScriptLanguage.JavaScript
            : isImport ? line.EndsWith(';') ? null : language
            : line.StartsWith("from ", StringComparison.Ordinal) ? line.Contains(" import ", StringComparison.Ordinal) ? language : null
            : line.EndsWith(':') ? language : null;
    }

    // A call that is indented may be an example in something else, as in the settings of a build.
    private static ScriptLanguage? SureOf(string raw)
    {
        var line = raw.TrimStart();
        return Find(Sure, line) ?? (NewObject.IsMatch(line) ? ScriptLanguage.VisualBasic
            : BatchData.IsMatch(line) || VariableBatch.IsMatch(line) ? ScriptLanguage.Batch
            : ActivePython.IsMatch(line) ? ScriptLanguage.Python
            : line.Length == raw.Length && FetchingShell.IsMatch(line) ? ScriptLanguage.Shell
            : line.TrimEnd().Equals(".synopsis", StringComparison.OrdinalIgnoreCase) // a name of CSS otherwise
                || (line.Length == raw.Length && PowerShellCall.IsMatch(line)) ? ScriptLanguage.PowerShell : null);
    }

    private static ScriptLanguage? Find((ScriptLanguage Language, string[] Starts)[] known, string line) => Array.Find(
        known, one => Array.Exists(one.Starts, start => line.StartsWith(start, StringComparison.OrdinalIgnoreCase))).Language;

    private static string BehindComments(string text)
    {
        var rest = text.AsSpan().TrimStart();
        while (true)
        {
            var isBehind = false;
            foreach (var (start, end) in Comments)
            {
                if (rest.StartsWith(start, StringComparison.Ordinal) && rest[start.Length..].IndexOf(end) is >= 0 and var length)
                {
                    rest = rest[(start.Length + length + end.Length)..].TrimStart();
                    isBehind = true;
                }
            }

            if (!isBehind)
            {
                return rest.ToString();
            }
        }
    }

    private static bool IsCompiled(string text)
    {
        var rest = BehindComments(text).AsSpan();
        foreach (var start in Compiled)
        {
            if (rest.StartsWith(start, StringComparison.Ordinal))
            {
                var next = rest[start.Length..];
                return start[0] == '#'
                    || (next.Length > 0 && char.IsAsciiLetter(next[0]) && !next.StartsWith("in ") && !next.StartsWith("instanceof "));
            }
        }

        return rest.StartsWith("#![") || rest.StartsWith("#include<");
    }

    // One that goes on and on, and cannot be parsed for that: prose has no signs of code at its beginning.
    private static bool IsLongLine(string[] lines)
    {
        const int longLine = 2048;
        const int beginning = 32;
        return lines.Length == 1 && lines[0].Length > longLine && lines[0].AsSpan(0, beginning).ContainsAny(Code);
    }

    // A script in few long lines has signs of code throughout; prose has one now and then. Other scripts than JavaScript have few.
    private static bool IsDense(string text, int lines)
    {
        var needed = Math.Max(2, Math.Min(lines, MaxLines) / 4);
        return text.AsSpan().Count(';') >= needed && text.AsSpan().Count('(') >= needed;
    }
}
