using Load.Corpus;
using Load.Transports;

namespace Load.Recording;

/// <summary>What the answer to a request has to be.</summary>
/// <param name="Reply">The kind of answer.</param>
/// <param name="Upload">What it is about; the default value for a request about nothing.</param>
internal readonly record struct Expected(Reply Reply, Upload Upload)
{
    /// <summary>What is wrong with the answer; null when nothing is.</summary>
    public string? Mismatch(Answer answer, VerdictBook verdicts) =>
        answer.Fault is { } fault ? fault
        : answer.Reply == Reply.Aborted && Reply == Reply.Aborted ? null
        : answer.Reply != Reply ? $"answered as {answer.Reply}, it was {Reply}"
        : answer.Size != Upload.Size ? "answered with another size"
        : Reply == Reply.Counted ? null
        : answer.Sha256 != Upload.Sha256 ? "answered with another SHA-256"
        : verdicts.Disagreement(Upload.Source, answer.Verdict);
}
