using System.Collections.Concurrent;
using Load.Corpus;

namespace Load.Recording;

/// <summary>
/// The verdicts that are right: the lab knows those of the files it made. Of a person's own file the first answer is written down, and all
/// others, over every transport, have to be the same.
/// </summary>
internal sealed class VerdictBook
{
    private readonly ConcurrentDictionary<SourceFile, Verdict> _seen = [];

    /// <returns>A sentence when the verdict is not right.</returns>
    public string? Disagreement(SourceFile file, Verdict verdict)
    {
        var right = file.Verdict ?? _seen.GetOrAdd(file, verdict);
        return verdict == right ? null
            : file.Verdict is null ? $"{file.Name}: verdict {verdict}, an earlier answer was {right}"
            : $"{file.Name}: verdict {verdict}, right is {right}";
    }
}
