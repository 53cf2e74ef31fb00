using System.Buffers;
using System.Text.RegularExpressions;
using Analyzer.Engines.Contract;
using Analyzer.Engines.TextTables;

namespace Analyzer.Engines.Office;

/// <summary>Looks at the formulas in the cells of a workbook (ECMA-376 part 1, 18.17; OpenDocument 1.3 part 4).</summary>
internal static class SheetFormulas
{
    /// <summary>The name under which workbooks before 2013 keep the function that fetches (MS-XLSX, 2.3.3).</summary>
    private const string FutureFunction = "_xlfn.WEBSERVICE";

    // Workbooks have hundreds of thousands of formulas, and few with one of these.
    private static readonly SearchValues<string> Suspects =
        SearchValues.Create(["webservice", "hyperlink", "image", "dde", "|"], StringComparison.OrdinalIgnoreCase);

    // Texts, which a formula only shows or looks for.
    private static readonly Regex Texts = new(@"""[^""]*""", RegexOptions.NonBacktracking);

    private static readonly Regex Link = new(
        @"\b(hyperlink|image)\s*\(\s*""([^""]*)""", RegexOptions.NonBacktracking | RegexOptions.IgnoreCase);

    /// <param name="formula">As it stands in the file: with its sign, or without; an OpenDocument has a prefix before the sign.</param>
    /// <param name="evidence">Gets what it does.</param>
    /// <param name="offset">Where it stands.</param>
    public static void LookAt(string formula, Evidence evidence, long offset)
    {
        if (!formula.AsSpan().ContainsAny(Suspects))
        {
            return;
        }

        switch (Formulas.Judge($"={Texts.Replace(formula[SignEnd(formula)..], "\"\"")}"))
        {
            case FormulaEffect.Starts:
                evidence.Find(OfficeRules.Dde, offset, formula);
                break;
            case FormulaEffect.Fetches:
                evidence.Find(OfficeRules.FetchingFormula, offset, formula);
                break;
            default:
                // Lists of parts and prices join addresses with cells: only where a link leads counts here.
                foreach (Match link in Link.Matches(formula))
                {
                    var kind = link.Groups[1].Value.ToLowerInvariant();
                    if (link.Groups[2].Value is not ['#', ..] and var address)
                    {
                        Relationship.LookAt(kind, address, evidence, offset);
                    }
                }

                break;
        }
    }

    /// <summary>Looks at a name that a workbook in a binary format defines: functions newer than the format are such names.</summary>
    public static void LookAtName(string name, Evidence evidence, long offset)
    {
        if (name.Equals(FutureFunction, StringComparison.OrdinalIgnoreCase))
        {
            evidence.Find(OfficeRules.FetchingFormula, offset, name);
        }
    }

    // "=", "of:=", "msoxl:=".
    private static int SignEnd(string formula)
    {
        var end = 0;
        while (end < formula.Length && (char.IsAsciiLetter(formula[end]) || formula[end] == ':'))
        {
            end++;
        }

        return end < formula.Length && formula[end] == '=' ? end + 1 : 0;
    }
}
