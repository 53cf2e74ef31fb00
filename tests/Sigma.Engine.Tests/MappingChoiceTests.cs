using System.Text;
using Sigma.Engine.Evaluation;
using Sigma.Engine.Mapping;
using Sigma.Engine.Matching;
using Sigma.Engine.Reference;
using Sigma.Engine.Rules;

namespace Sigma.Engine.Tests;

/// <summary>Each record has the first mapping whose <c>when</c> holds; both evaluators choose alike.</summary>
public sealed class MappingChoiceTests
{
    private static readonly RuleSet Rules = Loaded.Rules(
        "title: T\nlogsource: { product: p }\ndetection: { s: { Field: x }, condition: s }\n");

    private static readonly EventMapping A = Read(
        "when: { kind: [a, '1'], $.in.ner: '*' }\nfieldmappings: { Field: one }\nlogsources: [{ product: p }]");

    private static readonly EventMapping B = Read(
        "when: [{ kind: b }, { other: '*' }]\nfieldmappings: { Field: two }\nlogsources: [{ product: p }]");

    private static readonly EventMapping Rest = Read("fieldmappings: { Field: three }\nlogsources: [{ product: q }]");

    [Theory]
    [InlineData("""{"kind":"A","in":{"ner":0},"one":"x"}""", "A", true)]
    [InlineData("""{"kind":1,"in":{"ner":"y"},"two":"x"}""", "A", false)]
    [InlineData("""{"kind":"a","one":"x"}""", "none", false)] // half of a when
    [InlineData("""{"kind":"b","two":"x"}""", "B", true)]
    [InlineData("""{"other":false,"two":"x"}""", "B", true)]
    [InlineData("""{"other":null,"two":"x"}""", "none", false)]
    [InlineData("""{"kind":"a","in":{"ner":1},"other":1,"one":"x","two":"y"}""", "A", true)] // the first counts
    [InlineData("""{"Field":"x"}""", "none", true)] // no mapping: names as they are, an unknown source
    public void Evaluate_SeveralMappings_TakesTheFirstThatHolds(string record, string expected, bool fires)
    {
        var (verdict, mapping) = Evaluate([A, B], record);

        mapping.ShouldBe(expected switch { "A" => A, "B" => B, _ => EventMapping.Unknown });
        (verdict.Matches.Count > 0).ShouldBe(fires);
    }

    [Fact]
    public void Evaluate_MappingWithoutWhen_IsForAllThatComeToIt()
    {
        Evaluate([A, Rest], """{"three":"x"}""").Mapping.ShouldBe(Rest);
        Evaluate([A, Rest], """{"three":"x"}""").Verdict.Matches.ShouldBeEmpty(); // another product
        Evaluate([Rest, B], """{"kind":"b"}""").Mapping.ShouldBe(Rest);
    }

    [Theory]
    [InlineData("no record")]
    [InlineData("[1]")]
    [InlineData("{\"a\":")]
    public void Evaluate_NoRecord_IsDead(string text) => Evaluate([A, B], text).Verdict.Death.ShouldNotBeNull();

    [Theory]
    [InlineData("when: x")]
    [InlineData("when: [{ a: b }, c]")]
    [InlineData("when: {}")]
    public void Read_WhenThatIsNoMap_IsRefused(string text)
    {
        var problems = new List<RuleProblem>();
        MappingReader.Read("m.yml", text, problems);

        problems.ShouldHaveSingleItem().Message.ShouldContain("a map of fields and values");
    }

    [Fact]
    public void WhyNot_SeveralMappings_LooksAtAllOfThem()
    {
        var rules = new MappedRules(Rules, [A, B], routes: true, []);
        var (seen, matcher) = (new SeenRecords(), rules.Matcher());
        seen.Use(rules);
        seen.Watch(rules, matcher);

        matcher.Evaluate("""{"kind":"a","in":{"ner":1}}"""u8.ToArray());
        seen.WhyNot().ShouldBe(["No record had Field."]);
        matcher.Evaluate("""{"kind":"b","two":"z"}"""u8.ToArray());
        seen.WhyNot().ShouldBe([null]);
    }

    private static (RecordVerdict Verdict, EventMapping Mapping) Evaluate(IReadOnlyList<EventMapping> mappings, string record)
    {
        var evaluator = new VerifyingEvaluator(
            new MappedRules(Rules, mappings, routes: true, []).Matcher(), ReferenceEvaluator.Of(Rules, mappings, routes: true), Rules);
        var verdict = evaluator.Evaluate(Encoding.UTF8.GetBytes(record));
        evaluator.Difference.ShouldBeNull();
        return (verdict, evaluator.Mapping);
    }

    private static EventMapping Read(string text)
    {
        var problems = new List<RuleProblem>();
        var mapping = MappingReader.Read("m.yml", text, problems);
        problems.ShouldBeEmpty();
        return mapping;
    }
}
