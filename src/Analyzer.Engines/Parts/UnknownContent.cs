using Analyzer.Core;
using Analyzer.Engines.Content;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Parts;

/// <summary>What is said of content that no engine takes.</summary>
internal static class UnknownContent
{
    public static EngineRule Rule { get; } =
        new("file.type", 0, "Not examined: no engine knows this type of file.", "Judgement", 1);

    private static readonly Finding NotUnderstood = new(Rule.Id, Rule.Points, 1, 0, Rule.Reason);

    public static Assessment Assess(ReadOnlySpan<byte> start, ByteHistogram histogram) =>
        new(MediaTypes.Find(start, histogram), Verdict.Unable, 0, [NotUnderstood])
        {
            Unable = [start.IsEmpty ? Gap.Empty.Once() : Gap.UnknownType.Once()],
        };
}
