using System.Text;
using Analyzer.Engines.JavaScript;
using Analyzer.Engines.Xfa;

namespace Analyzer.Engines.Tests.Xfa;

/// <summary>What can act in an XML form is found with what leads to it, whatever the XML looks like.</summary>
public sealed class XfaReaderTests
{
    [Theory]
    [InlineData("<event activity=\"initialize\"><script contentType=\"application/x-javascript\">a()</script></event>", "Form Open: a()")]
    [InlineData("<event activity='docReady'><script contentType='text/javascript'>a()</script></event>", "Form Open: a()")]
    [InlineData("<event activity=\"ready\" ref=\"$layout\"><script>a()</script></event>", "AnyForm Open: a()")]
    [InlineData("<event activity=\"click\"><script contentType=\"application/x-formcalc\">a()</script></event>", "FormCalc Click: a()")]
    [InlineData("<event><script>a()</script></event>", "AnyForm Click: a()")]
    [InlineData("<x:event activity=\"exit\"><x:script>a()</x:script></x:event>", "AnyForm Field: a()")]
    [InlineData("<event activity=\"docClose\"><script>a()</script></event>", "AnyForm Close: a()")]
    [InlineData("<event activity=\"neverHeardOf\"><script>a()</script></event>", "AnyForm Open: a()")]
    [InlineData("<calculate><script>a()</script></calculate>", "AnyForm Open: a()")]
    [InlineData("<validate><script>a()</script></validate><script>b()</script>", "AnyForm Field: a()|AnyForm Open: b()")]
    [InlineData("<event activity=\"click\"><a><b></b></a><script>a()</script></event>", "AnyForm Click: a()")]
    [InlineData("<variables><script name=\"x\">a()</script></variables>", "AnyForm Open: a()")]
    [InlineData("<script><![CDATA[if (a < b && c) d()]]></script>", "AnyForm Open: if (a < b && c) d()")]
    [InlineData("<script>if (a &lt; b &amp;&amp; &#x63;) d&#40;)</script>", "AnyForm Open: if (a < b && c) d()")]
    [InlineData("<script>a<!-- no -->b()</script>", "AnyForm Open: ab()")]
    [InlineData("<script\n  runAt = 'client'\n>a()</script >", "AnyForm Open: a()")]
    [InlineData("<script/><script></script><script>  </script>", "")]
    [InlineData("<description>&lt;script>a()&lt;/script></description>", "")]
    public void Write_Scripts_AreFoundWithWhatLeadsToThem(string xml, string told) => Read(xml).ShouldBe(told);

    [Theory]
    [InlineData("<image href=\"http://a.example/a.png\"/>", "Open fetch http://a.example/a.png")]
    [InlineData("<image href=\"\\\\host\\share\\a.png\"/>", "Open fetch \\\\host\\share\\a.png")]
    [InlineData("<image href=\"file://host/a.png\"/>", "Open fetch file://host/a.png")]
    [InlineData("<image href=\"logo.png\"/><proto usehref=\"#a\"/><image href=\"..\\c:d\"/>", "")]
    [InlineData("<field usehref=\"https://a.example/t.xdp#x\"></field>", "Open fetch https://a.example/t.xdp#x")]
    [InlineData("<a href=\"http://a.example/\">link</a>", "Click fetch http://a.example/")]
    [InlineData("<?xml-stylesheet type=\"text/xsl\" href=\"http://a.example/a.xsl\"?>", "Open fetch http://a.example/a.xsl")]
    [InlineData("<config><present><xsl><uri>http://a.example/a.xsl</uri></xsl><uri>http://b.example/</uri></present></config>",
        "Open fetch http://a.example/a.xsl")]
    [InlineData("<xsl:stylesheet><xsl:include href='http://a.example/b.xsl'/></xsl:stylesheet>", "Open fetch http://a.example/b.xsl")]
    [InlineData("<event activity='initialize'><submit target='http://a.example/' format='xml'/></event>", "Open submit http://a.example/")]
    [InlineData("<event activity='click'><submit target='http://a.example/'></submit></event>", "Click submit http://a.example/")]
    [InlineData("<event activity='initialize'><execute connection='#service'/></event>", "Open submit #service")]
    [InlineData("<a xmlns='http://www.xfa.org/schema/' xsi:schemaLocation='http://a.example/ a.xsd'/>", "")]
    public void Write_Addresses_AreFoundWithWhatLeadsToThem(string xml, string told) => Read(xml).ShouldBe(told);

    [Theory]
    [InlineData("<!DOCTYPE a [<!ENTITY e SYSTEM \"http://a.example/e\">]><a>&e;</a>", "Open fetch http://a.example/e|doubtful")]
    [InlineData("<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>", "Open fetch file:///etc/passwd|doubtful")]
    [InlineData("<!DOCTYPE a PUBLIC \"-//A//B\" \"\\\\host\\a.dtd\"><a/>", "Open fetch \\\\host\\a.dtd|doubtful")]
    [InlineData("<!DOCTYPE a [<!ENTITY e \"app.alert(1)\">]><script>&e;</script>", "AnyForm Open: &e;|doubtful")]
    [InlineData("</script>a()", "doubtful")]
    [InlineData("<script>a()", "AnyForm Open: a()|doubtful")]
    [InlineData("<script", "doubtful")]
    [InlineData("a < b & c", "doubtful")]
    public void Write_WhatMayHideScripts_IsDoubtful(string xml, string told) => Read(xml).ShouldBe(told);

    [Fact]
    public void Write_AnyEncodingAndAnyCut_IsReadTheSame()
    {
        const string Xml = "<?xml version=\"1.0\"?><event activity=\"initialize\"><script contentType=\"application/x-javascript\">" +
            "a('Grüße, 漢字, \uD83D\uDE00')</script></event><image href=\"http://a.example/\"/>";
        const string Told = "Form Open: a('Grüße, 漢字, \uD83D\uDE00')|Open fetch http://a.example/";
        foreach (var encoding in new[]
        {
            Encoding.UTF8, Encoding.Unicode, Encoding.BigEndianUnicode, new UnicodeEncoding(false, false), new UnicodeEncoding(true, false),
        })
        {
            byte[] bytes = [.. encoding.GetPreamble(), .. encoding.GetBytes(Xml)];
            foreach (var length in new[] { 1, 2, 3, 7, bytes.Length })
            {
                Read(bytes, length).ShouldBe(Told, $"{encoding.WebName} in pieces of {length}");
            }
        }
    }

    [Fact]
    public void Write_HugeOrDeep_IsBounded()
    {
        var deep = string.Concat(Enumerable.Repeat("<event activity='click'>", 100_000));
        Read($"{deep}<script>a()</script>").ShouldBe("AnyForm Click: a()");

        var parts = new Parts();
        var reader = new XfaReader(parts);
        reader.Begin();
        reader.Write("<script contentType='application/x-javascript'>"u8);
        var piece = new byte[64 * 1024];
        piece.AsSpan().Fill((byte)'a');
        for (var i = 0; i < 1024; i++)
        {
            reader.Write(piece);
        }

        reader.Write("</script>"u8);
        reader.Complete().ShouldBeTrue();
        parts.Longest.ShouldBe(XfaReader.MaxScript);
        parts.WasCut.ShouldBeTrue();
    }

    [Fact]
    public void Write_ListOfValuesBeyondTheBound_IsNoScript()
    {
        var values = string.Concat(Enumerable.Repeat("&lt;a b=\"c\"/&gt;", 60_000));
        Read($"<script contentType='application/x-javascript'>&lt;l&gt;{values}&lt;/l&gt;</script>").ShouldBe("");
        Read($"<script contentType='application/x-javascript'>&lt;l&gt;{values}{{a()}}&lt;/l&gt;</script>").ShouldStartWith("Form Open");
    }

    private static string Read(string xml)
    {
        var bytes = Encoding.UTF8.GetBytes(xml);
        var whole = Read(bytes, bytes.Length);
        Read(bytes, 5).ShouldBe(whole);
        return whole;
    }

    private static string Read(byte[] bytes, int length)
    {
        var parts = new Parts();
        var reader = new XfaReader(parts);
        reader.Begin();
        foreach (var piece in bytes.Chunk(Math.Max(1, length)))
        {
            reader.Write(piece);
        }

        return string.Join('|', reader.Complete() ? parts.Told : parts.Told.Append("doubtful"));
    }

    private sealed class Parts : IXfaParts
    {
        public List<string> Told { get; } = [];

        public int Longest { get; private set; }

        public bool WasCut { get; private set; }

        public void Script(ReadOnlySpan<byte> text, bool isCut, ScriptHost host, XfaTrigger trigger)
        {
            (Longest, WasCut) = (Math.Max(Longest, text.Length), WasCut | isCut);
            Told.Add($"{host} {trigger}: {Encoding.UTF8.GetString(text[3..])}");
        }

        public void Address(string address, bool isSubmit, XfaTrigger trigger) =>
            Told.Add($"{trigger} {(isSubmit ? "submit" : "fetch")} {address}");
    }
}
