using System.Buffers;
using System.Text;

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
        ]),
        (ScriptLanguage.VisualBasic, ["on error resume next", "option explicit", "createobject(", "set wsh", "set obj"]),
        (ScriptLanguage.PowerShell,
        [
            "start-process ", "iex(", "iex ", "invoke-expression", "invoke-webrequest", "$erroractionpreference", "param(",
            "[cmdletbinding", "set-executionpolicy", "set-strictmode",
        ]),
        (ScriptLanguage.JavaScript,
        [
            "wscript.", "#@~^", "'use strict'", "\"use strict\"", "(function(", "(function (", "!function(", "(() =>", "new activexobject(",
        ]),
        (ScriptLanguage.Registry, ["windows registry editor version", "regedit4"]),
        (ScriptLanguage.Php, ["<?php"]),
        (ScriptLanguage.Basic, ["attribute vb_name"]),
    ];

    // It takes several lines of these: each may begin a sentence, or a line of something else.
    private static readonly (ScriptLanguage Language, string[] Starts)[] Likely =
    [
        (ScriptLanguage.VisualBasic, ["dim ", "sub ", "end sub", "end if", "private sub", "public sub", "msgbox "]),
        (ScriptLanguage.JavaScript,
        [
            "var ", "let ", "const ", "function ", "});", "};", "eval(", "document.", "window.", "export ", "import ",
        ]),
        (ScriptLanguage.PowerShell, ["$", "write-host ", "foreach (", "new-object ", "get-", "add-type"]),
        (ScriptLanguage.Batch, ["rem ", "if exist ", "goto ", "echo off", "reg add "]),
        (ScriptLanguage.Python, ["def ", "class ", "print("]),
    ];

    private static readonly SearchValues<char> Code = SearchValues.Create("=();{}");

    /// <param name="start">The first bytes of a text.</param>
    /// <returns>Null when it is no script.</returns>
    public static ScriptLanguage? Of(ReadOnlySpan<byte> start)
    {
        var text = Encoding.Latin1.GetString(start).TrimStart('\u00EF', '\u00BB', '\u00BF', '\u00FF', '\u00FE', ' ', '\t', '\r', '\n');
        if (text.StartsWith("#!", StringComparison.Ordinal))
        {
            var first = text.Split('\n')[0];
            return first.Contains("python", StringComparison.Ordinal) ? ScriptLanguage.Python
                : first.Contains("perl", StringComparison.Ordinal) ? ScriptLanguage.Perl
                : first.Contains("node", StringComparison.Ordinal) ? ScriptLanguage.JavaScript
                : first.Contains("php", StringComparison.Ordinal) ? ScriptLanguage.Php : ScriptLanguage.Shell;
        }

        // Code between such lines is shown, and not run.
        if (text.Contains("\n```", StringComparison.Ordinal))
        {
            return null;
        }

        var lines = text.Split(['\n', '\r'], StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        return Array.Find(lines, line => Find(Sure, line) is not null) is { } sure ? Find(Sure, sure) : OfMost(lines, text);
    }

    private static ScriptLanguage? OfMost(string[] lines, string text)
    {
        const int oneIn = 8;
        var most = lines.Take(MaxLines).Where(line => line.AsSpan().ContainsAny(Code) || line.Contains(' ', StringComparison.Ordinal))
            .Select(line => Find(Likely, line)).OfType<ScriptLanguage>().GroupBy(language => language).MaxBy(group => group.Count());
        var needed = IsOneLine(text) ? 1 : Math.Max(2, Math.Min(lines.Length, MaxLines) / oneIn);
        return most?.Count() >= needed ? most.Key : null;
    }

    private static ScriptLanguage? Find((ScriptLanguage Language, string[] Starts)[] known, string line) => Array.Find(
        known, one => Array.Exists(one.Starts, start => line.StartsWith(start, StringComparison.OrdinalIgnoreCase))).Language;

    // A script in one long line has signs of code throughout.
    private static bool IsOneLine(string text) => text.AsSpan().Count(';') >= 2 && text.AsSpan().Count('(') >= 2;
}
