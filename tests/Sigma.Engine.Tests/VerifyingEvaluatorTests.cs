using Sigma.Engine.Evaluation;
using Sigma.Engine.Mapping;
using Sigma.Engine.Rules;

namespace Sigma.Engine.Tests;

/// <summary>Two evaluators that differ in one thing are told apart by it.</summary>
public sealed class VerifyingEvaluatorTests
{
    private static readonly RuleSet Rules = Loaded.Rules(
        Loaded.Rule("s:\n  a: 1\ncondition: s", "First"), Loaded.Rule("s:\n  b: 1\ncondition: s", "Second"));

    private static readonly RuleMatch First = new(0, [new("a", "1", IsText: false)], [KeyValuePair.Create("group", "x")]);
    private static readonly RuleMatch Second = new(1, [new("b", "1", IsText: false), new("c", "y", IsText: true)], []);

    private static readonly Dictionary<string, (RecordVerdict Verdict, EventSource Source)> Others = new()
    {
        ["death"] = (new(DeathReason.Malformed, []), EventSource.Any),
        ["a rule less"] = (new(null, [First]), EventSource.Any),
        ["another rule"] = (new(null, [First with { Rule = 1 }, Second]), EventSource.Any),
        ["order of rules"] = (new(null, [Second, First]), EventSource.Any),
        ["text of a field"] = (new(null, [First with { Fields = [new("a", "1.0", IsText: false)] }, Second]), EventSource.Any),
        ["kind of a field"] = (new(null, [First with { Fields = [new("a", "1", IsText: true)] }, Second]), EventSource.Any),
        ["order of fields"] = (new(null, [First, Second with { Fields = [Second.Fields[1], Second.Fields[0]] }]), EventSource.Any),
        ["a capture"] = (new(null, [First with { Captures = [KeyValuePair.Create("group", "y")] }, Second]), EventSource.Any),
        ["no capture"] = (new(null, [First with { Captures = [] }, Second]), EventSource.Any),
        ["log source"] = (new(null, [First, Second]), new(Products: ["windows"])),
    };

    public static TheoryData<string> Differences => [.. Others.Keys];

    [Theory]
    [MemberData(nameof(Differences))]
    public void Difference_InOneThing_IsNamed(string what)
    {
        var (verdict, source) = Others[what];
        var one = new Says(new(null, [First, Second]), EventSource.Any);
        var evaluator = new VerifyingEvaluator(one, new Says(verdict, source), Rules);

        evaluator.Evaluate("{}"u8.ToArray()).ShouldBe(one.Verdict, what);

        evaluator.Difference.ShouldNotBeNull(what).ShouldStartWith("one says */*/*, First (rule 0) by ");
    }

    [Fact]
    public void Difference_OfTwoThatAgreeAfterTheyDidNot_IsNull()
    {
        var other = new Says(RecordVerdict.NoMatch, EventSource.Any);
        var evaluator = new VerifyingEvaluator(new Says(new(null, [First]), EventSource.Any), other, Rules);
        evaluator.Evaluate("{}"u8.ToArray());
        evaluator.Difference.ShouldNotBeNull();

        other.Verdict = new(null, [First with { Fields = [.. First.Fields], Captures = [.. First.Captures] }]);
        evaluator.Evaluate("{}"u8.ToArray());

        evaluator.Difference.ShouldBeNull();
    }

    private sealed class Says(RecordVerdict verdict, EventSource source) : IRecordEvaluator
    {
        public RecordVerdict Verdict { get; set; } = verdict;

        public EventSource LogSource => source;

        public EventMapping Mapping => EventMapping.None;

        public RecordVerdict Evaluate(ReadOnlyMemory<byte> record) => Verdict;

        public string? FirstText(string field) => null;
    }
}
