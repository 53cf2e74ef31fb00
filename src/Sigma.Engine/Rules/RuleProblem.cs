using Sigma.Engine.Yaml;

namespace Sigma.Engine.Rules;

/// <summary>Something about a rule that a person should know.</summary>
/// <param name="File">The path that was named.</param>
/// <param name="At">Where in it.</param>
/// <param name="Code">A word for the kind; a machine may rely on it.</param>
/// <param name="Message">What is wrong, and what to do.</param>
/// <param name="IsError">The document is refused; otherwise it works, perhaps not as meant.</param>
public sealed record RuleProblem(string File, SourcePosition At, string Code, string Message, bool IsError)
{
    public override string ToString() => $"{File}:{At}: {Code}: {Message}";
}

/// <summary>Collects what is wrong with one file.</summary>
internal sealed class ProblemList(string file, List<RuleProblem> problems)
{
    /// <summary>Errors of the document that is read now.</summary>
    public int Errors { get; private set; }

    public void BeginDocument() => Errors = 0;

    public void Error(string code, SourcePosition at, string message)
    {
        Errors++;
        problems.Add(new(file, at, code, message, IsError: true));
    }

    public void Warning(string code, SourcePosition at, string message) => problems.Add(new(file, at, code, message, IsError: false));
}
