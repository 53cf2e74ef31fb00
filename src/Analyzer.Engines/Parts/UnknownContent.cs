using Analyzer.Core;
using Analyzer.Engines.Content;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Parts;

/// <summary>What is said of content that no engine takes.</summary>
internal static class UnknownContent
{
    private static readonly Finding NotUnderstood = new(CommonRules.UnknownType.Id, 0, 1, 0, CommonRules.UnknownType.Reason);

    public static Assessment Assess(ReadOnlySpan<byte> start, ByteHistogram histogram) =>
        new(MediaTypes.Find(start, histogram), Verdict.Unable, 0, [NotUnderstood])
        {
            Unable = [start.IsEmpty ? Gap.Empty.Once() : Gap.UnknownType.Once()],
        };
}
