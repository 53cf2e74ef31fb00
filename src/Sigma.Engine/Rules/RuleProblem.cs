using Sigma.Engine.Yaml;

namespace Sigma.Engine.Rules;

/// <summary>A problem of a rule, for its author.</summary>
/// <param name="File">The path of the file.</param>
/// <param name="At">The position in the file.</param>
/// <param name="Code">The kind of problem, as a stable word for programs.</param>
/// <param name="Message">What is wrong, and what to do.</param>
/// <param name="IsError">Whether the document is refused; otherwise it works, but perhaps not as intended.</param>
public sealed record RuleProblem(string File, SourcePosition At, string Code, string Message, bool IsError)
{
    public override string ToString() => $"{File}:{At}: {Code}: {Message}";
}

/// <summary>Collects the problems of one file.</summary>
internal sealed class ProblemList(string file, List<RuleProblem> problems)
{
    /// <summary>The errors of the current document.</summary>
    public int Errors { get; private set; }

    public void BeginDocument() => Errors = 0;

    public void Error(string code, SourcePosition at, string message)
    {
        Errors++;
        problems.Add(new(file, at, code, message, IsError: true));
    }

    public void Warning(string code, SourcePosition at, string message) => problems.Add(new(file, at, code, message, IsError: false));
}
