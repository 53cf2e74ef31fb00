using Analyzer.Core;

namespace Analyzer.Engines.Tests.Pdf;

/// <summary>
/// The same action is worth the same by each event that needs no click, and no ordinary click makes a document suspicious.
/// </summary>
public sealed class TriggerTests
{
    private const string Action = "<</S/SubmitForm/F<</FS/URL/F(http://a.example/)>>>>";

    [Theory]
    [InlineData("/Type/Catalog/OpenAction #", "open")]
    [InlineData("/Type/Catalog/AA<</WC #>>", "close")]
    [InlineData("/Type/Catalog/AA<</WS #>>", "close")]
    [InlineData("/Type/Catalog/AA<</DS #>>", "close")]
    [InlineData("/Type/Catalog/AA<</WP #>>", "close")]
    [InlineData("/Type/Catalog/AA<</DP #>>", "close")]
    [InlineData("/Type/Page/AA<</O #>>", "page")]
    [InlineData("/Type/Page/AA<</C #>>", "close")]
    [InlineData("/AA<</C #>>/MediaBox[0 0 9 9]", "close")]
    [InlineData("/AA<</C #>>", "close")]
    [InlineData("/Subtype/Screen/AA<</PO #>>", "page")]
    [InlineData("/Subtype/Screen/AA<</PC #>>", "page")]
    [InlineData("/Subtype/Screen/AA<</PV #>>", "page")]
    [InlineData("/Subtype/Screen/AA<</PI #>>", "page")]
    [InlineData("/Subtype/Link/AA<</E #>>", "page")]
    [InlineData("/Subtype/Link/AA<</X #>>", "page")]
    [InlineData("/Subtype/Widget/AA<</Fo #>>", "field")]
    [InlineData("/Subtype/Widget/AA<</Bl #>>", "field")]
    [InlineData("/FT/Tx/AA<</K #>>", "field")]
    [InlineData("/FT/Tx/AA<</F #>>", "field")]
    [InlineData("/FT/Tx/AA<</V #>>", "field")]
    [InlineData("/FT/Tx/AA<</C #>>", "field")]
    [InlineData("/AA<</C #>>/FT/Tx", "field")]
    [InlineData("/Names<</JavaScript<</Names[(a)#]>>>>", "open")]
    public void Complete_AnEventThatNeedsNoClick_IsSuspicious(string dictionary, string trigger)
    {
        foreach (var report in Reports(dictionary))
        {
            var finding = report.Findings.Single(finding => finding.Rule == "pdf.submit");
            (finding.Trigger, finding.Points).ShouldBe((trigger, 105), dictionary);
            (report.Verdict, report.Unable).ShouldBe((Verdict.Suspicious, null));
        }
    }

    [Theory]
    [InlineData("/Subtype/Link/A #", "click")]
    [InlineData("/Subtype/Widget/AA<</U #>>", "click")]
    [InlineData("/Subtype/Widget/AA<</D #>>", "click")]
    [InlineData("/Unknown #", "none")]
    public void Complete_AClick_IsOrdinary(string dictionary, string trigger)
    {
        foreach (var report in Reports(dictionary))
        {
            var finding = report.Findings.Single(finding => finding.Rule == "pdf.submit");
            finding.Points.ShouldBe(0);
            (finding.Trigger == trigger || finding.Trigger == "none").ShouldBeTrue(finding.Trigger);
            report.Verdict.ShouldBe(Verdict.Clean);
        }
    }

    /// <summary>
    /// A message is ordinary where a field is filled in; a script that does more is not, and neither is a message on opening.
    /// </summary>
    [Theory]
    [InlineData("/FT/Tx/AA<</V #>>", "app.alert(1)", Verdict.Clean)]
    [InlineData("/FT/Tx/AA<</C #>>", "app.alert(1)", Verdict.Clean)]
    [InlineData("/Type/Page/AA<</C #>>", "app.alert(1)", Verdict.Suspicious)]
    [InlineData("/AA<</C #>>/FT/Tx/MediaBox[0 0 9 9]", "app.alert(1)", Verdict.Suspicious)]
    [InlineData("/OpenAction #", "app.alert(1)", Verdict.Suspicious)]
    [InlineData("/FT/Btn/A #", "app.alert(1)", Verdict.Clean)]
    [InlineData("/OpenAction #", "this.print(true);", Verdict.Clean)]
    [InlineData("/FT/Tx/AA<</F #>>", "AFNumber_Format(2,0,0,0,\"\",true);", Verdict.Clean)]
    [InlineData("/FT/Tx/AA<</C #>>", "event.value = this.getField(\"a\").value * 2;", Verdict.Clean)]
    [InlineData("/FT/Tx/AA<</K #>>", "Collab.getIcon(1)", Verdict.Malicious)]
    [InlineData("/FT/Btn/A #", "Collab.getIcon(1)", Verdict.Suspicious)]
    public void Complete_AScriptByItsTrigger_IsJudged(string dictionary, string script, Verdict verdict)
    {
        var action = $"<</S/JavaScript/JS({script.Replace("(", "\\(").Replace(")", "\\)")})>>";
        foreach (var report in Reports(dictionary, action))
        {
            var isAtLeast = verdict == Verdict.Suspicious && report.Verdict == Verdict.Malicious;
            (isAtLeast ? verdict : report.Verdict).ShouldBe(verdict, dictionary);
        }
    }

    /// <summary>
    /// Which scripts run when the document is opened tells a tree whose nodes may stand before or behind what names them.
    /// </summary>
    [Fact]
    public void Complete_ATreeOfScripts_RunsOnOpening()
    {
        Func<PdfBuilder, PdfBuilder>[] parts =
        [
            builder => builder.Object(1, "<</Type/Catalog/Names<</JavaScript 2 0 R>>>>"), builder => builder.Object(2, "<</Kids[3 0 R]>>"),
            builder => builder.Object(3, "<</Limits[(a)(a)]/Names[(a)4 0 R]>>"), builder => builder.Object(4, "<</S/JavaScript/JS 5 0 R>>"),
            builder => builder.Stream(5, "", "app.exec(1)"u8.ToArray()),
        ];
        foreach (var order in new int[][] { [0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [2, 0, 4, 1, 3] })
        {
            var report = order.Aggregate(new PdfBuilder(), (builder, part) => parts[part](builder)).Analyze();

            report.Findings.Single(finding => finding.Rule == "pdf.script").Trigger.ShouldBe("open");
        }
    }

    [Theory]
    [InlineData("<</Length 0/F(\\\\\\\\h\\\\s)>>stream\n\nendstream", "pdf.link-share")]
    [InlineData("<</Length 0/F<</FS/URL/F(http://a.example/)>>>>stream\n\nendstream", "pdf.fetch")]
    [InlineData("<</Length 0/F 8 0 R>>stream\n\nendstream", "pdf.link-share")]
    [InlineData("<</Subtype/Form/Ref<</F(\\\\\\\\h\\\\s)/Page 0>>/Length 0>>stream\n\nendstream", "pdf.link-share")]
    [InlineData("<</Subtype/Form/Ref 9 0 R/Length 0>>stream\n\nendstream", "pdf.link-share")]
    [InlineData("<</OpenAction<</S/Thread/F(\\\\\\\\h\\\\s)/D 1>>>>", "pdf.link-share")]
    public void Complete_AFileThatIsFetchedWithoutAClick_IsSuspicious(string content, string rule)
    {
        PdfBuilder[] documents =
        [
            new PdfBuilder().Object(1, content).Object(8, "(\\\\\\\\h\\\\s)").Object(9, "<</F(\\\\\\\\h\\\\s)>>"),
            new PdfBuilder().Object(8, "(\\\\\\\\h\\\\s)").Object(9, "<</F(\\\\\\\\h\\\\s)>>").Object(1, content),
        ];
        foreach (var report in documents.Select(document => document.Analyze()))
        {
            report.Findings.ShouldContain(finding => finding.Rule == rule && finding.Points > 0);
            report.Verdict.ShouldBe(Verdict.Suspicious);
        }
    }

    [Fact]
    public void Complete_AScriptOf3D_RunsWithThePage()
    {
        var report = new PdfBuilder().Stream(2, "/Type/3D/OnInstantiate 3 0 R", "U3D"u8.ToArray())
            .Stream(3, "", "app.exec(1)"u8.ToArray()).Analyze();

        report.Findings.Single(finding => finding.Rule == "pdf.script").Trigger.ShouldBe("page");
    }

    // The action in its place, in an object of its own, before or behind, and all of it in an object stream.
    private static IEnumerable<AnalysisReport> Reports(string dictionary, string action = Action)
    {
        var (direct, indirect) = ($"<<{dictionary.Replace("#", action)}>>", $"<<{dictionary.Replace("#", "7 0 R")}>>");
        yield return new PdfBuilder().Object(1, direct).Analyze();
        yield return new PdfBuilder().Object(1, indirect).Object(7, action).Analyze();
        yield return new PdfBuilder().Object(7, action).Object(1, indirect).Analyze();
        yield return new PdfBuilder().ObjectStream(9, (7, action), (1, indirect)).Analyze();
        if (dictionary.Contains("/AA<<", StringComparison.Ordinal))
        {
            var events = dictionary[dictionary.IndexOf("<<", StringComparison.Ordinal)..(
                dictionary.IndexOf(">>", StringComparison.Ordinal) + 2)];
            var owner = dictionary.Replace(events, " 8 0 R");
            yield return new PdfBuilder().Object(1, $"<<{owner}>>").Object(8, events.Replace("#", action)).Analyze();
            yield return new PdfBuilder().Object(8, events.Replace("#", "7 0 R")).Object(7, action).Object(1, $"<<{owner}>>").Analyze();
        }
    }
}
