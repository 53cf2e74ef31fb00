using Prober.Engine.Probing.Http;
using Prober.Features.Configuration;

namespace Prober.Tests.Evaluation;

/// <summary>The key <c>eval</c>: documents, queries, variables and operators as EaseProbe has them.</summary>
public sealed class EvaluationTests : IDisposable
{
    private const string Html =
        "<html><head><title>Hello World</title></head><body><div id='used'>512</div><div id=total>1024</div><p>live<br>yes"
        + "<div id=time>2026-01-02T03:04:05Z</div><div id=rt>256ms</div><div id=live>true</div></body>";

    private const string Xml =
        "<?xml version='1.0'?><!DOCTYPE feed><feed xmlns='http://www.w3.org/2005/Atom' xmlns:m='urn:m'>"
        + "<updated>2026-07-02T00:00:00Z</updated><m:size>7</m:size><entry kind='a'>one</entry><entry kind='b'>two</entry></feed>";

    private const string Json =
        """{"name":"Server","cpu":0.8,"live":true,"nothing":null,"list":[{"n":1},{"n":2}],"at":"2026-01-02 03:04:05","rt":"1.5s"}""";

    private const string Text = "name: Server, cpu: 0.8, used: 512, total: 1024, rt: 256ms, live: true";

    private readonly TempDirectory _folder = new("eval");

    public static TheoryData<string, string, string, string?> Cases => new()
    {
        { "HTML", Html, "x_str('//title') == 'Hello World'", null },
        { "html", Html, "x_str('//title') =~ 'W.rld'", null },
        { "HTML", Html, "x_int('//div[@id=\\'used\\']') / x_int('//div[@id=\\'total\\']') < 0.8", null },
        { "HTML", Html, "x_time('//div[@id=\\'time\\']') > '2026-01-01'", null },
        { "HTML", Html, "now() - x_time('//div[@id=\\'time\\']') > 5", null },
        { "HTML", Html, "x_duration('//div[@id=\\'rt\\']') < duration('1s')", null },
        { "HTML", Html, "!x_bool('//div[@id=\\'live\\']')", "is not true" },
        { "HTML", Html, "strlen(x_str('//title')) > 10 ? true : false", null },
        { "HTML", "", "x_str('//title') == ''", null },
        { "XML", Xml, "x_time('//feed/updated') > '2022-07-01'", null },
        { "XML", Xml, "x_int('//m:size') == 7", null },
        { "XML", Xml, "x_str('//entry[@kind=\"b\"]') == 'two'", null },
        { "XML", Xml, "x_int('count(//entry)') == 2", null },
        { "XML", "<a>", "true", "the body is not XML" },
        { "XML", "", "true", "the body is not XML" },
        { "XML", Xml, "x_int('//entry') > 1", "is not a whole number" },
        { "XML", Xml, "x_str('//[') == ''", "is no XPath" },
        { "XML", Xml, "1 + 2 * 3 ** 2 == 19 && 7 % 4 == 3 && (5 & 3) == 1 && 1 << 3 == 8 && 'b' in ('a', 'b') && 0x10 == 16", null },
        { "XML", Xml, "'a' + 1 == 'a1' && 'b' > 'a' && !(1 > 2) && -1 < 0 && 'x' !~ 'y'", null },
        { "XML", Xml, "1 < 'a'", "compares two numbers or two texts" },
        { "XML", Xml, "1 && true", "needs true or false" },
        { "XML", Xml, "nobody == 1", "there is no variable nobody" },
        { "XML", Xml, "system('id')", "system is no function" },
        { "JSON", Json, "x_str('//name') == 'Server' && x_float('//cpu') < 0.9 && x_bool('//live')", null },
        { "JSON", Json, "x_int('//list/*[2]/n') == 2", null },
        { "JSON", Json, "x_time('//at') < now() && x_duration('//rt') == duration('1500ms')", null },
        { "JSON", Json, "x_str('//nothing') == ''", null },
        { "JSON", "[1,2", "true", "the body is not JSON" },
        { "TEXT", Text, "x_str('name: (?P<name>[a-zA-Z0-9 ]*)') == 'Server'", null },
        { "TEXT", Text, "x_int('used: ([0-9]+)') / x_int('total: ([0-9]+)') < 0.8", null },
        { "TEXT", Text, "x_str('absent') == ''", "nothing matches" },
        { "TEXT", Text, "x_str('(') == ''", "is no regular expression" },
        { "TEXT", Text, "0", "is not true" },
    };

    public void Dispose() => _folder.Dispose();

    [Theory]
    [MemberData(nameof(Cases))]
    public void Problem_ExpressionOfABody_IsAsInEaseProbe(string doc, string body, string expression, string? problem)
    {
        var found = Rule($"{{ doc: {doc}, expression: {Quote(expression)} }}").Problem(body, showsContent: false);

        if (problem is null)
        {
            found.ShouldBeNull();
        }
        else
        {
            found.ShouldNotBeNull().ShouldContain(problem);
        }
    }

    [Fact]
    public void Problem_Variables_AreFoundAndShownOnlyWhereAllowed()
    {
        var rule = Rule(
            "{ doc: XML, expression: \"updated > '2030-01-01'\", variables: [{ name: updated, type: time, query: //updated }] }");

        rule.Problem(Xml, showsContent: false).ShouldBe("The expression is not true: updated > '2030-01-01'.");
        rule.Problem(Xml, showsContent: true).ShouldNotBeNull().ShouldContain("updated = 1782");
    }

    [Fact]
    public void Problem_OperatorOfAnotherKind_DoesNotShowTheValue() =>
        Rule("{ doc: JSON, expression: \"x_str('//a') && true\" }").Problem("""{"a":"s3cret"}""", showsContent: false)
            .ShouldBe("The expression x_str('//a') && true has no value: && needs true or false, not a text.");

    [Theory]
    [InlineData("7")]
    [InlineData("-1")]
    [InlineData("YAML")]
    public void Read_DocumentOfNoKind_IsRefused(string doc)
    {
        File.WriteAllText(
            _folder.Combine("probes.yaml"), $"http:\n  - name: a\n    url: http://x/\n    eval: {{ doc: {doc}, expression: '1' }}\n");

        ProbesFile.Read(_folder.Combine("probes.yaml"), _ => null).Problems.ShouldHaveSingleItem().Message
            .ShouldBe("doc has to be HTML, XML, JSON or TEXT");
    }

    /// <summary>A body that goes down without end must not bring the prober down.</summary>
    [Theory]
    [InlineData("HTML", "<div>")]
    [InlineData("XML", "<a>")]
    [InlineData("JSON", "[")]
    public void Problem_BodyWithoutEnd_IsAProblemAndNoCrash(string doc, string piece)
    {
        var body = string.Concat(Enumerable.Repeat(piece, 200_000));

        Rule($"{{ doc: {doc}, expression: \"x_str('//b') == 'c'\" }}").Problem(body, showsContent: false).ShouldNotBeNull();
    }

    /// <summary>A quarter of a megabyte of stack is less than any thread of the prober has.</summary>
    [Theory]
    [InlineData(400, null)]
    [InlineData(100_000, "nested more than 500 deep")]
    public void Problem_WholeDeepXml_IsReadOrRefusedWithoutACrash(int depth, string? refusal)
    {
        var body = string.Concat(Enumerable.Repeat("<a>", depth)) + "x" + string.Concat(Enumerable.Repeat("</a>", depth));
        var rule = Rule("{ doc: XML, expression: \"x_str('/a') == 'x'\" }");
        var problem = "It was not read.";

        var reading = new Thread(() => problem = rule.Problem(body, showsContent: false), maxStackSize: 256 << 10);
        reading.Start();
        reading.Join(Deadline.Default).ShouldBeTrue();

        (problem ?? "").ShouldContain(refusal ?? "");
        (problem is null).ShouldBe(refusal is null);
    }

    private static string Quote(string text) => $"'{text.Replace("'", "''")}'";

    private IContentRule Rule(string eval)
    {
        File.WriteAllText(_folder.Combine("probes.yaml"), $"http:\n  - name: a\n    url: http://x/\n    eval: {eval}\n");
        var file = ProbesFile.Read(_folder.Combine("probes.yaml"), _ => null);
        file.Problems.ShouldBeEmpty();
        return ((HttpProbe)file.Targets.Single().Probe).Settings.Rule.ShouldNotBeNull();
    }
}
