using System.Collections.Concurrent;
using Load.Systems.Analyzer.Corpus;

namespace Load.Systems.Analyzer.Operations;

/// <summary>
/// The verdicts that are right: the lab knows those of the files it made. The first answer about a person's own file is written down, and
/// all others, over every transport, have to be the same.
/// </summary>
internal sealed class ExpectedVerdicts
{
    private readonly ConcurrentDictionary<SourceFile, ReportVerdict> _seen = [];

    /// <returns>A sentence when the verdict is not right.</returns>
    public string? Disagreement(SourceFile file, ReportVerdict verdict)
    {
        var right = file.Verdict ?? _seen.GetOrAdd(file, verdict);
        return verdict == right ? null
            : file.Verdict is null ? $"{file.Name}: verdict {verdict}, an earlier answer was {right}"
            : $"{file.Name}: verdict {verdict}, right is {right}";
    }
}
