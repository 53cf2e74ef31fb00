using System.Buffers;
using System.Text;

namespace Analyzer.Engines.Scripts;

/// <summary>Guesses a script's language by its first lines. Prose that only speaks of scripts has none.</summary>
internal static class LanguageGuess
{
    private const int MaxLines = 64;

    // Lines that begin so are code, and one is enough.
    private static readonly (string Start, ScriptLanguage Language)[] Sure =
    [
        ("@echo ", ScriptLanguage.Batch), ("@echo off", ScriptLanguage.Batch), ("setlocal", ScriptLanguage.Batch),
            ("@setlocal", ScriptLanguage.Batch),
        ("on error resume next", ScriptLanguage.VisualBasic), ("option explicit", ScriptLanguage.VisualBasic),
        ("createobject(", ScriptLanguage.VisualBasic), ("set wsh", ScriptLanguage.VisualBasic), ("set obj", ScriptLanguage.VisualBasic),
        ("wscript.", ScriptLanguage.JavaScript), ("#@~^", ScriptLanguage.JavaScript),
        ("powershell ", ScriptLanguage.Batch), ("powershell.exe ", ScriptLanguage.Batch), ("start-process ", ScriptLanguage.PowerShell),
        ("cmd /c ", ScriptLanguage.Batch), ("cmd.exe /c ", ScriptLanguage.Batch), ("mshta ", ScriptLanguage.Batch),
            ("start /", ScriptLanguage.Batch),
        ("iex(", ScriptLanguage.PowerShell), ("iex ", ScriptLanguage.PowerShell), ("invoke-expression", ScriptLanguage.PowerShell),
        ("invoke-webrequest", ScriptLanguage.PowerShell), ("$erroractionpreference", ScriptLanguage.PowerShell),
            ("param(", ScriptLanguage.PowerShell),
        ("[cmdletbinding", ScriptLanguage.PowerShell), ("set-executionpolicy", ScriptLanguage.PowerShell),
            ("set-strictmode", ScriptLanguage.PowerShell),
        ("windows registry editor version", ScriptLanguage.Registry), ("regedit4", ScriptLanguage.Registry),
        ("<?php", ScriptLanguage.Php), ("attribute vb_name", ScriptLanguage.Basic), ("'use strict'", ScriptLanguage.JavaScript),
        ("\"use strict\"", ScriptLanguage.JavaScript), ("(function(", ScriptLanguage.JavaScript),
            ("(function (", ScriptLanguage.JavaScript),
        ("!function(", ScriptLanguage.JavaScript), ("(() =>", ScriptLanguage.JavaScript), ("new activexobject(", ScriptLanguage.JavaScript),
    ];

    // Of these it takes two lines: each may begin a sentence.
    private static readonly (string Start, ScriptLanguage Language)[] Likely =
    [
        ("dim ", ScriptLanguage.VisualBasic), ("set ", ScriptLanguage.VisualBasic), ("sub ", ScriptLanguage.VisualBasic),
            ("end sub", ScriptLanguage.VisualBasic),
        ("end if", ScriptLanguage.VisualBasic), ("private sub", ScriptLanguage.VisualBasic), ("public sub", ScriptLanguage.VisualBasic),
            ("msgbox ", ScriptLanguage.VisualBasic),
        ("var ", ScriptLanguage.JavaScript), ("let ", ScriptLanguage.JavaScript), ("const ", ScriptLanguage.JavaScript),
            ("function ", ScriptLanguage.JavaScript),
        ("});", ScriptLanguage.JavaScript), ("};", ScriptLanguage.JavaScript), ("eval(", ScriptLanguage.JavaScript),
            ("document.", ScriptLanguage.JavaScript),
        ("window.", ScriptLanguage.JavaScript), ("export ", ScriptLanguage.JavaScript), ("import ", ScriptLanguage.JavaScript),
        ("$", ScriptLanguage.PowerShell), ("write-host ", ScriptLanguage.PowerShell), ("foreach (", ScriptLanguage.PowerShell),
            ("new-object ", ScriptLanguage.PowerShell),
        ("get-", ScriptLanguage.PowerShell), ("set-", ScriptLanguage.PowerShell), ("new-", ScriptLanguage.PowerShell),
            ("add-type", ScriptLanguage.PowerShell),
        ("rem ", ScriptLanguage.Batch), ("::", ScriptLanguage.Batch), ("if exist ", ScriptLanguage.Batch), ("goto ", ScriptLanguage.Batch),
            ("del ", ScriptLanguage.Batch),
        ("call ", ScriptLanguage.Batch), ("echo ", ScriptLanguage.Batch), ("start ", ScriptLanguage.Batch),
            ("reg add ", ScriptLanguage.Batch), ("pause", ScriptLanguage.Batch),
        ("def ", ScriptLanguage.Python), ("from ", ScriptLanguage.Python), ("class ", ScriptLanguage.Python),
            ("print(", ScriptLanguage.Python), ("#include", ScriptLanguage.Php),
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

        var likely = new Dictionary<ScriptLanguage, int>();
        foreach (var line in text.Split(['\n', '\r'], StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries).Take(
            MaxLines))
        {
            if (Find(Sure, line) is { } sure)
            {
                return sure;
            }

            if (Find(Likely, line) is { } language
                && (line.AsSpan().ContainsAny(Code) || language == ScriptLanguage.Batch || language == ScriptLanguage.VisualBasic))
            {
                likely[language] = likely.GetValueOrDefault(language) + 1;
            }
        }

        return likely.Count == 0 ? null : likely.MaxBy(count => count.Value) is { Value: >= 2 } most ? most.Key : IsOneLine(text)
            ? likely.First().Key : null;
    }

    private static ScriptLanguage? Find((string Start, ScriptLanguage Language)[] starts, string line) =>
        Array.Find(starts, known => line.StartsWith(known.Start, StringComparison.OrdinalIgnoreCase)).Language;

    // A script in one long line has signs of code throughout.
    private static bool IsOneLine(string text) => text.AsSpan().Count(';') >= 2 && text.AsSpan().Count('(') >= 2;
}
