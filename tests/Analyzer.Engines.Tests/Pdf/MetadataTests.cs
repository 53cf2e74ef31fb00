using System.Text;
using Analyzer.Core;

namespace Analyzer.Engines.Tests.Pdf;

/// <summary>Metadata are XML: what stands before the first element can make a careless reader fetch something.</summary>
public sealed class MetadataTests
{
    [Theory]
    [InlineData("<?xpacket begin='' id='a'?><!DOCTYPE x [<!ENTITY e SYSTEM \"http://192.0.2.7/a\">]><x:xmpmeta>&e;</x:xmpmeta>")]
    [InlineData("<?xml version='1.0'?>\n<!-- <a> -->\n<!DOCTYPE x [ <!ENTITY % p SYSTEM 'file:///etc/passwd'> %p; ]>\n<x/>")]
    [InlineData("<!DOCTYPE x SYSTEM \"http://a.example/x.dtd\"><x/>")]
    [InlineData("<!DOCTYPE x PUBLIC \"-//A\" \"\\\\192.0.2.7\\s\\x.dtd\"><x/>")]
    public void Complete_MetadataThatFetch_AreSuspicious(string xml)
    {
        foreach (var bytes in new[] { Encoding.UTF8.GetBytes(xml), Encoding.BigEndianUnicode.GetBytes("\uFEFF" + xml) })
        {
            var report = PdfBuilder.Analyze(Document("", bytes));

            report.Verdict.ShouldBe(Verdict.Suspicious, xml);
            report.Findings.ShouldContain(finding => finding.Trigger == "open" && finding.Points >= 100);
            PdfBuilder.Analyze(Document("/Filter/FlateDecode", PdfBuilder.Zlib(bytes))).Verdict.ShouldBe(Verdict.Suspicious, xml);
        }
    }

    [Theory]
    [InlineData("<?xpacket begin='' id='a'?><x:xmpmeta xmlns:x='adobe:ns:meta/' about='http://a.example/'>a</x:xmpmeta>")]
    [InlineData("<?xml version='1.0'?><!DOCTYPE x [<!ENTITY e \"text\">]><x>&e;</x>")]
    [InlineData("<x><!-- <!DOCTYPE x SYSTEM \"http://a.example/x.dtd\"> --></x>")]
    [InlineData("<x>&lt;!ENTITY e SYSTEM \"http://a.example/\"&gt;</x>")]
    public void Complete_OrdinaryMetadata_AreClean(string xml)
    {
        var report = PdfBuilder.Analyze(Document("", Encoding.UTF8.GetBytes(xml)));

        (report.Verdict, report.Coverage!.Skipped.Other, report.Coverage.Opened).ShouldBe((Verdict.Clean, 1L, 0L));
    }

    [Fact]
    public void Complete_EndlessProlog_IsBounded()
    {
        foreach (var (start, rest) in new[] { ("<!-- ", 'x'), ("<!DOCTYPE x [", ' '), ("", '\0') })
        {
            PdfBuilder.Analyze(Document("", Encoding.UTF8.GetBytes(start + new string(rest, 300_000)))).Verdict.ShouldBe(Verdict.Clean);
        }
    }

    private static byte[] Document(string entries, byte[] metadata) => new PdfBuilder().Object(1, "<</Type/Catalog/Metadata 2 0 R>>")
        .Stream(2, $"/Type/Metadata/Subtype/XML{entries}", metadata).Raw("trailer<</Root 1 0 R>>\n%%EOF\n").ToArray();
}
