using Analyzer.Core;
using Analyzer.Engines.Content;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Parts;

/// <summary>What is said of content that no engine takes.</summary>
internal static class UnknownContent
{
    private static readonly Finding NotUnderstood = new(CommonRules.UnknownType.Id, 0, 1, 0, CommonRules.UnknownType.Reason);

    /// <param name="depth">An empty part acts no more than one that is not there; of an empty file somebody expects an answer.</param>
    public static Assessment Assess(ReadOnlySpan<byte> start, ByteHistogram histogram, int depth) => start.IsEmpty && depth > 0
        ? new(MediaTypes.Unknown, Verdict.Clean, 0, [])
        : new(MediaTypes.Find(start, histogram), Verdict.Unable, 0, [NotUnderstood])
        {
            Unable = [start.IsEmpty ? Gap.Empty.Once() : Gap.UnknownType.Once()],
        };
}
