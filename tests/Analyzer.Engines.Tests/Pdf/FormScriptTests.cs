using System.Text;
using Analyzer.Core;

namespace Analyzer.Engines.Tests.Pdf;

/// <summary>The scripts of XML forms (XFA).</summary>
public sealed class FormScriptTests
{
    private const string Template =
        "<template xmlns='http://www.xfa.org/schema/xfa-template/2.6/'><event activity='initialize'>" +
        "<script contentType=\"application/x-javascript\">if (a &lt; 1) app.launchURL('x');</script></event></template>";

    private static readonly byte[] Packed = PdfBuilder.Zlib(Encoding.UTF8.GetBytes(Template));

    private static readonly Func<PdfBuilder, PdfBuilder> Stream = builder => builder.Stream(6, "/Filter/FlateDecode", Packed);

    public static TheoryData<string, string> Namings => new()
    {
        { "<</XFA 6 0 R>>", "null" },
        { "<</XFA[(preamble) 9 0 R(template) 6 0 R(postamble) 9 0 R]>>", "null" },
        { "<</XFA 8 0 R>>", "[(preamble) 9 0 R (template) 6 0 R]" },
        { "<</Fields[]/#58FA 6 0 R>>", "null" },
    };

    [Theory]
    [MemberData(nameof(Namings))]
    public void Complete_FormNamedBeforeOrAfterItsStream_IsRead(string form, string list)
    {
        Func<PdfBuilder, PdfBuilder>[] parts =
        [
            builder => builder.Object(1, form), builder => builder.Object(8, list), Stream,
            builder => builder.Stream(9, "", "<xdp:xdp>"u8.ToArray()),
        ];
        foreach (var order in new int[][] { [0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1], [1, 3, 0, 2] })
        {
            var report = order.Aggregate(new PdfBuilder(), (builder, part) => parts[part](builder)).Analyze();
            var script = report.Pdf!.Scripts.ShouldNotBeNull(form).ShouldHaveSingleItem();
            (script.Text, script.Place.ObjectNumber).ShouldBe(("if (a < 1) app.launchURL('x');", 6));
            report.Findings.ShouldContain(finding => finding.Rule == "pdf.script-connects");
            report.Coverage!.UnreadScripts.ShouldBe(0, form);
        }

        var inside = Stream(new PdfBuilder().ObjectStream(20, (1, form), (8, list)).Stream(9, "", "<x/>"u8.ToArray())).Analyze();
        inside.Pdf!.Scripts.ShouldNotBeNull().ShouldHaveSingleItem();
        inside.Coverage!.UnreadScripts.ShouldBe(0);
    }

    [Theory]
    [InlineData("<a><script>1</script><b/><x:script a='>'>2</x:script></a>", "1|2")]
    [InlineData("<script><![CDATA[if (a<b && c]]]>d</script>", "if (a<b && c]d")]
    [InlineData("<!-- <script>no</script> --><script>a<!-- no -->b</script>", "ab")]
    [InlineData("<script>&#65;&#x42;&amp;&quot;&apos;&gt;</script>", "AB&\"'>")]
    [InlineData("<script/><script></script><script> \n</script><scripts>no</scripts>", "")]
    [InlineData("<?xml version='1.0' encoding='UTF-8'?><script\n>caf\u00e9</script\t>", "caf\u00e9")]
    [InlineData("<a b='<script>no</script>'/>", "")]
    public void Complete_FormHoweverItIsWritten_IsRead(string xml, string scripts)
    {
        foreach (var encoding in new Encoding[] { new UTF8Encoding(true), Encoding.Unicode, Encoding.BigEndianUnicode })
        {
            byte[][] files = [[.. encoding.GetPreamble(), .. encoding.GetBytes(xml)], encoding.GetBytes(xml)];
            foreach (var bytes in files)
            {
                var report = new PdfBuilder().Object(1, "<</XFA 6 0 R>>").Stream(6, "", bytes).Analyze();
                string.Join('|', (report.Pdf!.Scripts ?? []).Select(script => script.Text)).ShouldBe(scripts);
                report.Coverage!.UnreadScripts.ShouldBe(0);
            }
        }
    }

    /// <summary>Readers join the parts of a form: it may be cut within a tag or a script.</summary>
    [Fact]
    public void Complete_FormCutAnywhere_IsReadAsOne()
    {
        const string Xml = "<t><event activity='initialize'><script contentType='text/javascript'>app.launchURL('&#x68;ttp://a')</script>"
            + "</event></t>";
        foreach (var encoding in new[] { Encoding.UTF8, Encoding.Unicode, Encoding.BigEndianUnicode })
        {
            var bytes = encoding.GetBytes(Xml);
            for (var at = 0; at <= bytes.Length; at++)
            {
                Func<PdfBuilder, PdfBuilder>[] parts =
                [
                    builder => builder.Object(1, "<</Type/Catalog/AcroForm<</XFA[(a) 6 0 R(b) 7 0 R(c) 8 0 R]>>>>"),
                    builder => builder.Stream(6, "", bytes[..at]),
                    builder => builder.Stream(7, "", bytes[at..Math.Min(at + 1, bytes.Length)]),
                    builder => builder.Stream(8, "/Filter/FlateDecode", PdfBuilder.Zlib(bytes[Math.Min(at + 1, bytes.Length)..])),
                ];
                foreach (var order in new int[][] { [0, 1, 2, 3], [1, 2, 3, 0] })
                {
                    var report = order.Aggregate(new PdfBuilder(), (builder, part) => parts[part](builder)).Analyze();

                    report.Verdict.ShouldBe(Verdict.Suspicious, $"{at}");
                    (report.Coverage!.UnreadScripts, report.Unable).ShouldBe((0, null), $"{at}");
                    report.Pdf!.Scripts.ShouldNotBeNull().ShouldHaveSingleItem().Text.ShouldBe("app.launchURL('http://a')");
                }

                var list = parts[3](parts[2](parts[1](new PdfBuilder().Object(1, "<</Type/Catalog/AcroForm<</XFA 9 0 R>>>>")
                    .Object(9, "[(a) 6 0 R (b) 7 0 R (c) 8 0 R]")))).Analyze();
                list.Verdict.ShouldBe(Verdict.Suspicious, $"{at}");
                var backwards = parts[1](parts[2](parts[3](parts[0](new())))).Analyze();
                backwards.Verdict.ShouldNotBe(Verdict.Clean, $"{encoding.WebName} {at}");
            }
        }
    }

    [Theory]
    [InlineData("<a><script>1")]
    [InlineData("<a><script")]
    [InlineData("ipt>app.alert(1)</script>")]
    [InlineData("<!DOCTYPE a [<!ENTITY b '<script>1</script>'>]><a>&b;</a>")]
    [InlineData("<script>a &nothing; b</script>")]
    public void Complete_FormOfWhichAPartIsMissing_IsUnable(string xml)
    {
        var report = new PdfBuilder().Object(1, "<</XFA 6 0 R>>").Stream(6, "", Encoding.ASCII.GetBytes(xml)).Analyze();

        report.Verdict.ShouldBe(Verdict.Unable);
        report.Coverage!.UnreadScripts.ShouldBe(1);
    }

    [Fact]
    public void Complete_StreamNamedAsSeveralThings_IsReadAsEachOfThem()
    {
        var xml = Encoding.ASCII.GetBytes("<script>app.launchURL('x')</script>");
        Func<PdfBuilder, PdfBuilder>[] parts =
        [
            builder => builder.Stream(6, "", xml), builder => builder.Object(1, "<</JS 6 0 R>>"),
            builder => builder.Object(2, "<</XFA 6 0 R>>"), builder => builder.Object(3, "<</UF(a)/EF<</F 6 0 R>>>>"),
        ];
        for (var first = 0; first < parts.Length; first++)
        {
            var order = parts[first..].Concat(parts[..first]);
            var report = order.Aggregate(new PdfBuilder(), (builder, part) => part(builder)).Analyze();

            report.Pdf!.Scripts!.Select(script => script.Length).Order().ShouldBe([18, 35]);
            report.Pdf.Attachments.ShouldNotBeNull().ShouldHaveSingleItem().Size.ShouldBe(35);
            (report.Coverage!.UnreadScripts, report.Coverage.Skipped.Other).ShouldBe((0, 0), $"{first}");
        }
    }

    [Theory]
    [InlineData("<</XFA 6 0 R>>")]
    [InlineData("<</XFA[(template) 6 0 R]>>")]
    [InlineData("<</JS 6 0 R>>")]
    public void Complete_FormOrScriptThatIsNotInTheFile_IsUnable(string content)
    {
        var report = new PdfBuilder().Object(1, content).Analyze();

        report.Coverage!.UnreadScripts.ShouldBe(1);
    }

    [Fact]
    public void Complete_ScriptOfManyKilobytes_IsCutAndSaysSo()
    {
        var xml = $"<script>{new string('a', 263_000)}</script><script>b</script>";
        var report = new PdfBuilder().Object(1, "<</XFA 6 0 R>>").Stream(6, "", Encoding.ASCII.GetBytes(xml)).Analyze();

        report.Pdf!.Scripts!.Count.ShouldBe(2);
        report.Coverage!.UnreadScripts.ShouldBe(1);
    }

    [Fact]
    public void Complete_NewerRevisionTooLongToBeKept_DoesNotPassForRead()
    {
        var noise = new byte[70_000];
        new Random(3).NextBytes(noise);
        var report = new PdfBuilder().Stream(6, "", "harmless()"u8.ToArray()).Stream(6, "", noise)
            .Object(1, "<</S/JavaScript/JS 6 0 R>>").Analyze();

        report.Coverage!.UnreadScripts.ShouldBe(1);
    }
}
