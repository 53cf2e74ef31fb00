using System.Text.RegularExpressions;
using Analyzer.Engines.Text;

namespace Analyzer.Engines.TextTables;

/// <summary>
/// Judges formulas of spreadsheets as a table of plain text holds them: Excel, LibreOffice and Google Sheets calculate each cell that
/// begins with <c>=</c>, <c>+</c>, <c>-</c> or <c>@</c> (CWE-1236).
/// </summary>
internal static class Formulas
{
    private const RegexOptions Options = RegexOptions.NonBacktracking | RegexOptions.IgnoreCase;

    private const string Programs = "cmd|powershell|pwsh|mshta|msexcel|excel|winword|rundll32|regsvr32|wscript|cscript|certutil|bitsadmin";

    // program|'what it is told'!item, without the blanks that may stand anywhere; DDE(program; topic; item) of LibreOffice.
    private static readonly Regex Exchange = new(
        $@"^[=+@-](.*[\w.)]\|'.*'!|(.*[^\w.])?({Programs})(\.exe)?\|.*!|(.*[^\w.])?dde\("")", Options);

    private static readonly Regex Fetching = new(
        @"[=+@&*/^,;( -](_xlfn\.)?(webservice|importxml|importhtml|importdata|importfeed|importrange)\s*\(", Options);

    private static readonly Regex Linking = new(@"[=+@&*/^,;( -](hyperlink|image)\s*\(", Options);

    // Outside of texts, a formula has no two words behind each other, as prose has.
    private static readonly Regex Words = new(@"[\w.:]\s+\w", Options);
    private static readonly Regex Texts = new(@"""[^""]*""|'[^']*'!", Options); // and names of sheets

    /// <param name="formula">With its sign, and as far as the line goes; quotes may be doubled.</param>
    public static FormulaEffect Judge(string formula)
    {
        if (!formula.AsSpan().ContainsAny('|', '(') || formula.StartsWith("@{", StringComparison.Ordinal)) // a table of PowerShell
        {
            return FormulaEffect.None;
        }

        if (Exchange.IsMatch(string.Concat(formula.Where(static letter => !char.IsWhiteSpace(letter) && letter != '\0'))
            .Replace("\"\"", "\"", StringComparison.Ordinal)))
        {
            return FormulaEffect.Starts;
        }

        var plain = formula.Replace("\"\"", "\"", StringComparison.Ordinal);
        if (Fetching.Match(plain) is { Success: true } fetching && IsFormula(plain, fetching.Index))
        {
            return FormulaEffect.Fetches;
        }

        foreach (Match link in Linking.Matches(plain))
        {
            if (IsFormula(plain, link.Index) && Leads(plain.AsSpan(link.Index + link.Length).TrimStart()))
            {
                return FormulaEffect.Leads;
            }
        }

        return FormulaEffect.None;
    }

    // "@webservice(" is an annotation of Java, "- webservice(" an item of a list.
    private static bool IsFormula(string plain, int at) => plain[0] != '@' && !(plain[0] != '=' && char.IsWhiteSpace(plain[1]))
        && !Words.IsMatch(Texts.Replace(plain[..at], "x"));

    private static bool Leads(ReadOnlySpan<char> arguments)
    {
        if (arguments is not ['"', ..])
        {
            // CONCATENATE("http://...", A1), A1&"..."
            var first = arguments[..Math.Max(0, EndOf(arguments))];
            return first.Contains("\"http", StringComparison.OrdinalIgnoreCase) || first.Contains(@"""\\", StringComparison.Ordinal);
        }

        var end = arguments[1..].IndexOf('"');
        var address = (end < 0 ? arguments[1..] : arguments[1..(end + 1)]).ToString();
        var isJoined = end >= 0 && arguments[(end + 2)..].TrimStart() is ['&', ..];
        return Addresses.IsShare(address) || Addresses.StartsProgram(address) || Addresses.IsScript(address)
            || (Addresses.IsWeb(address) ? isJoined || ProgramNames.IsAddress(address)
                : address is not ['#', ..] && ProgramNames.IsDownloaded(address));
    }

    // The end of the first argument.
    private static int EndOf(ReadOnlySpan<char> arguments)
    {
        var (depth, isText) = (0, false);
        for (var at = 0; at < arguments.Length; at++)
        {
            isText ^= arguments[at] == '"';
            depth += isText ? 0 : arguments[at] switch { '(' => 1, ')' => -1, _ => 0 };
            if (!isText && (depth < 0 || (depth == 0 && arguments[at] is ',' or ';')))
            {
                return at;
            }
        }

        return arguments.Length;
    }
}
