using System.Text;
using Analyzer.Engines.JavaScript;
using FsCheck;
using FsCheck.Fluent;

namespace Analyzer.Engines.Tests.JavaScript;

/// <summary>Whatever a script is: its examination ends, throws nothing, and says the same each time.</summary>
public sealed class ScriptBoundsTests
{
    private static readonly string[] Words =
    [
        "(", ")", "[", "]", "{", "}", ",", ";", ".", "+", "=", "+=", "=>", "?", ":", "`", "${", "'", "\"", "\\", "/", "/*", "*/", "//",
        "\n", " ",
        "a", "b", "app", "this", "eval", "unescape", "launchURL", "function", "var ", "let ", "const ", "return ", "new ", "if(",
        "else ", "while(",
        "for(", "in ", "of ", "class ", "async ", "await ", "yield ", "try{", "catch(e){", "switch(", "case 1:", "0", "1e9", "0x7f", "9n",
        "'a'", "\"%u9090\"",
        ".length", ".split('')", ".join(\"\")", ".replace(/a/g,'b')", "[0]", "String.fromCharCode(", "\\u0061", "\uD83D", "\0", "<!--",
        "#a", "@b",
        "event.value", "exportDataObject({nLaunch:2})", "Collab.getIcon(", "with(", "delete ", "void 0", "typeof ", "...a", "??", "?.",
        "**", "<<",
    ];

    public static TheoryData<string, string, string> Shapes => new()
    {
        { "parentheses", "(", ")" }, { "brackets", "[", "]" }, { "blocks", "{", "}" }, { "functions", "function f(){", "}" },
        { "calls", "f(", ")" },
        { "arrows", "((a)=>", ")" }, { "objects", "a={b:", "}" }, { "templates", "`${", "}`" }, { "conditions", "if(a)", "" },
        { "choices", "a?b:", "" },
        { "assignments", "a=", "" }, { "negations", "!", "" }, { "makings", "new ", "" }, { "sums", "a+", "" }, { "texts", "'a'+", "" },
        { "members", "a.b.", "" }, { "others", "if(a);else ", "" }, { "labels", "a:", "" }, { "classes", "class A{a=", "}" },
        { "patterns", "let [", "]" },
        { "powers", "a**", "" }, { "comments", "/*", "" }, { "strings", "'", "" }, { "digits", "9", "" }, { "escapes", "\\u0061", "" },
        { "plain", "a", "" },
    };

    [Theory]
    [MemberData(nameof(Shapes))]
    public void Examine_OneShapeOverAndOver_Ends(string name, string before, string after)
    {
        foreach (var count in new[] { 150, 1000, 100_000 })
        {
            var script = new StringBuilder().Insert(0, before, count).Append('1').Append(string.Concat(Enumerable.Repeat(after, count)));
            Examined.Effects(script.ToString()).ShouldBe(Examined.Effects(script.ToString()), name);
        }
    }

    [Theory]
    [InlineData("let a{0};")]
    [InlineData("var a{0}=a{1};")]
    [InlineData("function a{0}(){{a{1}()}}")]
    [InlineData("a['b{0}']=function(){{a{1}()}};")]
    [InlineData("s+='a{0}';")]
    [InlineData("x=String.fromCharCode({0},{1});")]
    [InlineData("eval('a{0}()');")]
    [InlineData("app['a{0}'+'b']();")]
    [InlineData("#a{0};")]
    public void Examine_ManyNames_Ends(string format)
    {
        var script = new StringBuilder();
        for (var i = 0; script.Length < 250_000; i++)
        {
            script.AppendFormat(null, format, i, i + 1);
        }

        var text = script.ToString();
        Examined.Find(text, ScriptHost.Document).AllMarks.ShouldBe(Examined.Find(text, ScriptHost.Document).AllMarks);
    }

    [Fact]
    public void Examine_64Megabytes_AreNotParsed()
    {
        var script = new string('a', 64 << 20);

        Examined.Effects(script).ShouldBe("Unparsed");
    }

    [Fact]
    public void Examine_TextThatGrows_IsBounded()
    {
        var doubled = new StringBuilder("var a0='0123456789abcdef';");
        for (var i = 0; i < 60; i++)
        {
            doubled.Append($"var a{i + 1}=a{i}+a{i};");
        }

        Examined.Effects($"{doubled}eval(a60)").ShouldNotBe("");
        Examined.Effects("var a='x'.repeat(1e9).replace(/x/g,'yyyyyyyy'); eval(a)").ShouldNotBe("");
        Examined.Effects("var a=[1]; var b=[a,a,a]; var c=[b,b,b]; var d=[c,c,c]; eval(d.join(d.join(d.join('x'))))").ShouldNotBe("");
    }

    [Fact]
    public void Examine_ManyScriptsOfAFile_StopsParsing()
    {
        var budget = new ScriptBudget();
        var script = new string('a', 200_000);
        var unparsed = Enumerable.Range(0, 100).Count(_ =>
            ScriptExamination.Examine(script, ScriptHost.Document, budget).Run[ScriptEffect.Unparsed] >= 0);

        unparsed.ShouldBeInRange(50, 70);
    }

    [Fact]
    public void Examine_SoupOfWords_NeverThrows() => Check.One(
        Config.QuickThrowOnFailure.WithMaxTest(4_000),
        Prop.ForAll<byte[]>(picks =>
        {
            var script = string.Concat(picks.Select(pick => Words[pick % Words.Length]));
            foreach (var host in Enum.GetValues<ScriptHost>())
            {
                var marks = Examined.Find(script, host).AllMarks;
                Examined.Find(script, host).AllMarks.ShouldBe(marks);
            }
        }));

    [Fact]
    public void Examine_ScriptsOfAttacksCutAnywhere_NeverThrows()
    {
        const string Script = "var n=['URL','launch'].reverse().join('');var s=unescape('%u9090'+\"%u9090\");while(s.length<0x40000)s+=s;" +
            "function f(a){return a.replace(/X/g,'%')}eval(f('X61X28X29'));app[n](`http://${s.length}`);Collab.getIcon(s+'N.');";
        for (var length = 0; length <= Script.Length; length++)
        {
            Examined.Find(Script[..length], ScriptHost.Document).AllMarks.ShouldBeGreaterThanOrEqualTo(0);
            Examined.Find(Script[length..], ScriptHost.Document).AllMarks.ShouldBeGreaterThanOrEqualTo(0);
        }
    }
}
