using System.Text;
using Analyzer.Core;
using Analyzer.Engines.Content;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Tests;

/// <summary>A further type is one more engine in the list: its files are its own, and its rules are told with the others'.</summary>
public sealed class EngineRulesTests
{
    [Fact]
    public void Of_AnEngineInTheList_HasItsRulesAmongTheOthers()
    {
        var rules = EngineRules.Of([.. TypeEngines.Create(), new NoteEngine()]);

        rules.ShouldContain(NoteEngine.Rule);
        rules.Except([NoteEngine.Rule]).ShouldBe(EngineRules.All);
        rules.Select(rule => rule.Points).ShouldBeInOrder(SortDirection.Descending);
    }

    [Fact]
    public void All_RulesOfTheEnginesInTheList_AreTold()
    {
        var engines = TypeEngines.Create();

        EngineRules.All.ShouldBe(engines.SelectMany(engine => engine.Rules).Concat(EngineRules.Common), ignoreOrder: true);

        Array.ForEach(engines, engine => engine.Dispose());
    }

    [Theory]
    [InlineData("NOTE of something", "text/x-note", Verdict.Malicious)]
    [InlineData("%PDF-1.4\n1 0 obj\n<<>>\nendobj\n", "application/pdf", Verdict.Clean)]
    [InlineData("something else", "text/plain", Verdict.Clean)]
    public void Complete_AnEngineInTheList_JudgesItsType(string text, string mediaType, Verdict verdict)
    {
        using var analysis = new FileAnalysis(PartLimits.Default, () => [new NoteEngine(), .. TypeEngines.Create()]);
        analysis.Append(Encoding.ASCII.GetBytes(text));

        var report = analysis.Complete(DateTimeOffset.UnixEpoch, TimeSpan.Zero);

        report.MediaType.ShouldBe(mediaType);
        report.Verdict.ShouldBe(verdict);
    }

    /// <summary>Takes files that begin with NOTE for malicious.</summary>
    private sealed class NoteEngine : ITypeEngine
    {
        public static EngineRule Rule { get; } = new("note.note", VerdictLimits.MaliciousFrom, "It is a note.", "Judgement", 3);

        public IReadOnlyList<EngineRule> Rules => [Rule];

        public bool Begin(ReadOnlySpan<byte> prefix, IParts parts) => prefix.StartsWith("NOTE"u8);

        public void Append(ReadOnlySpan<byte> slice, ByteHistogram histogram) => histogram.Add(slice);

        public Assessment Complete(ReadOnlySpan<byte> prefix) =>
            new("text/x-note", Verdict.Malicious, Rule.Points, [new Finding(Rule.Id, Rule.Points, 1, 0, Rule.Reason)]);

        public void Reset()
        {
        }

        public void Dispose()
        {
        }
    }
}
