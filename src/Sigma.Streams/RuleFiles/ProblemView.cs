using Sigma.Engine.Rules;

namespace Sigma.Streams.RuleFiles;

/// <summary>A problem of rules, as it is shown.</summary>
/// <param name="File">The path of the file.</param>
/// <param name="Line">The line in the file.</param>
/// <param name="Column">The column in the line.</param>
/// <param name="Code">The kind of problem.</param>
/// <param name="Severity"><c>error</c>: it is not in use; or <c>warning</c>.</param>
/// <param name="Message">What is wrong, and what to do.</param>
internal sealed record ProblemView(string File, int Line, int Column, string Code, string Severity, string Message)
{
    public static ProblemView Of(RuleProblem problem) => new(
        problem.File, problem.At.Line, problem.At.Column, problem.Code, problem.IsError ? "error" : "warning", problem.Message);
}
