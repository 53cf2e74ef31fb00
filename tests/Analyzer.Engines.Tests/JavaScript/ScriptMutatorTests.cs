using System.Text;
using Analyzer.Engines.JavaScript;

namespace Analyzer.Engines.Tests.JavaScript;

/// <summary>
/// Scripts that are changed at random, in every host and inside of documents: none is too much, and each says the same again.
/// </summary>
public sealed class ScriptMutatorTests
{
    private static readonly string[] Words =
    [
        "eval(", "unescape('%u9090%u9090')", "app.setTimeOut('", "this.exportDataObject({cName:'a',nLaunch:2})",
        "var o={toString:function(){", "}};o+''", "[1].map(", "function f(a,b){", "return ", "}", "f.call(this,", "f.apply(this,[", "])",
        "app[", "]", "['a','b'][i]", "String.fromCharCode(", "while(s.length<1e9)s+=s;", "`${", "}`", "/a[/]b/g", "<!--", "-->", "\u2028",
        "\\u0065val('1')", "new Function('a',", "this['ex'+'port']", ".constructor", "...", "=>", "async ", "await ", "yield*",
        "class A extends B{", "get x(){", "#a", "?.", "??=", "0x", "1e999", "\0", "\uD800", "with(app){", "try{", "}catch(e){", "label:",
        "for(var i in x)", "$.rawValue = ", "Post(\"http://a/\")", "endif", "\"", "'", "(", ")", "{", ";",
    ];

    private static readonly string[] Scripts =
    [
        "var n=['launch','URL'];app[n[0]+n[1]]('http://a.example/');eval(unescape('%61%6c'));",
        "function go(x){this.exportDataObject.call(this,{cName:x,nLaunch:2})}app.setTimeOut('go(\"a\")',10);",
        "var s=unescape('%u9090%u9090');while(s.length<0x40000)s+=s;Collab.getIcon(s);util.printf('%45000f',1);",
        "if (HasValue($)) then Sum(a.b[*].c) else xfa.host.messageBox(\"no\") endif",
        "var t={a:function(x){return x},b:function(x){return -x}};event.value=t[k](1)+['toFixed'][i];",
        "var b=new Blob([d]);var a=document.createElement('a');a.href=URL.createObjectURL(b);a.download='a.zip';a.click();",
    ];

    /// <summary>The seed can be given, and the minutes, for a longer run by hand (ENGINE_MUTATOR_SEED, ENGINE_MUTATOR_MINUTES).</summary>
    [Fact]
    public void Examine_MutatedScripts_NeverThrowsAndSaysTheSame()
    {
        var seed = int.Parse(Environment.GetEnvironmentVariable("ENGINE_MUTATOR_SEED") ?? "33");
        var minutes = double.Parse(Environment.GetEnvironmentVariable("ENGINE_MUTATOR_MINUTES") ?? "0");
        var random = new Random(seed);
        var start = TimeProvider.System.GetTimestamp();
        for (var round = 0; round < 2_000 || TimeProvider.System.GetElapsedTime(start).TotalMinutes < minutes; round++)
        {
            var script = Mutate(Scripts[random.Next(Scripts.Length)], random);
            try
            {
                foreach (var host in Enum.GetValues<ScriptHost>())
                {
                    Marks(script, host).ShouldBe(Marks(script, host));
                }

                ShouldBeTheSameInADocument(script, random);
            }
            catch (Exception exception)
            {
                var kept = Convert.ToBase64String(Encoding.UTF8.GetBytes(script));
                throw new InvalidOperationException($"Seed {seed}, round {round}: {kept}", exception);
            }
        }
    }

    private static string Mutate(string script, Random random)
    {
        for (var changes = random.Next(1, 9); changes > 0; changes--)
        {
            var (at, end) = (random.Next(script.Length + 1), random.Next(script.Length + 1));
            (at, end) = (Math.Min(at, end), Math.Min(Math.Max(at, end), Math.Min(at, end) + 40));
            script = random.Next(4) switch
            {
                0 => script.Remove(at, end - at),
                1 => script.Insert(at, script[at..end]),
                2 => script.Insert(at, string.Concat(Enumerable.Repeat(Words[random.Next(Words.Length)], random.Next(50) == 0 ? 500 : 1))),
                _ => script.Insert(at, Words[random.Next(Words.Length)]),
            };
        }

        return script;
    }

    private static int Marks(string script, ScriptHost host) => Examined.Find(script, host).AllMarks;

    private static void ShouldBeTheSameInADocument(string script, Random random)
    {
        var text = Convert.ToHexString([0xFE, 0xFF, .. Encoding.BigEndianUnicode.GetBytes(script)]);
        var xml = "<template><event activity='ready'><script contentType='application/x-javascript'>"
            + $"<![CDATA[{script}]]></script></event></template>";
        var bytes = new Pdf.PdfBuilder().Object(1, $"<</OpenAction<</S/JavaScript/JS<{text}>>>/AcroForm<</XFA 2 0 R>>>>")
            .Stream(2, "", Encoding.UTF8.GetBytes(xml)).ToArray();
        var cut = random.Next(bytes.Length);
        var whole = Pdf.Reported.Text([bytes]);

        Pdf.Reported.Text([bytes.AsMemory(0, cut), bytes.AsMemory(cut)]).ShouldBe(whole);
    }
}
