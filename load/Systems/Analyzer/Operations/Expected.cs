using Load.Measuring;
using Load.Systems.Analyzer.Corpus;
using Load.Systems.Analyzer.Transports;

namespace Load.Systems.Analyzer.Operations;

/// <summary>The right answer to a request.</summary>
/// <param name="Kind">The kind of answer.</param>
/// <param name="Upload">The file it is about; the default value for a request about nothing.</param>
internal readonly record struct Expected(AnalyzerResponseKind Kind, Upload Upload)
{
    /// <summary>The request's outcome, as the lab counts it.</summary>
    public RequestAssessment Assess(AnalyzerResponse answer, ExpectedVerdicts verdicts) => Mismatch(answer, verdicts) is not { } fault
        ? RequestAssessment.Ok
        : new RequestAssessment(
            answer.Kind switch
            {
                AnalyzerResponseKind.TimedOut => Outcome.TimedOut,
                AnalyzerResponseKind.Refused => Outcome.Refused,
                AnalyzerResponseKind.Failed or AnalyzerResponseKind.Declined or AnalyzerResponseKind.WithoutKey => Outcome.Failed,
                _ => Outcome.Wrong,
            },
            fault);

    /// <summary>The fault of the answer; null when it has none.</summary>
    public string? Mismatch(AnalyzerResponse answer, ExpectedVerdicts verdicts) =>
        answer.Kind is AnalyzerResponseKind.Declined or AnalyzerResponseKind.WithoutKey && answer.Kind == Kind ? null
        : answer.Fault is { } fault ? fault
        : answer.Kind == AnalyzerResponseKind.Aborted && Kind == AnalyzerResponseKind.Aborted ? null
        : answer.Kind != Kind ? $"answered as {answer.Kind}, it was {Kind}"
        : answer.Size != Upload.Size ? "answered with another size"
        : Kind == AnalyzerResponseKind.Counted ? null
        : answer.Sha256 != Upload.Sha256 ? "answered with another SHA-256"
        : verdicts.Disagreement(Upload.Source, answer.Verdict);
}
