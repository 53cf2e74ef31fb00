using Load.Machine;
using Load.Measuring;
using Load.Results.Summary;

namespace Load.Comparing;

/// <summary>The run that an ordinary run is set against (<c>--baseline</c>).</summary>
internal sealed class Baseline(SummaryDocument run, bool force)
{
    /// <param name="path">Null for none.</param>
    /// <param name="force">Compare also what is unlike.</param>
    /// <exception cref="LabException">It cannot be read.</exception>
    public static Baseline? Read(string? path, bool force) => path is null ? null : new(SummaryFile.Read(path), force);

    public SummaryDocument Run => run;

    /// <summary>Call before measuring: a run that would not compare in the end is not worth an hour.</summary>
    /// <param name="suite">About to be measured.</param>
    /// <param name="environment">The environment as far as it is known: of the system under test, nothing is known yet.</param>
    /// <exception cref="LabException">It is unlike.</exception>
    public void RequireLike(string suite, RunEnvironment environment)
    {
        var expected = run with { Suite = suite, Environment = environment with { Service = run.Environment.Service } };
        if (!force && Environments.Unlike(run, expected) is { Count: > 0 } unlike)
        {
            throw new LabException($"--baseline: {ComparisonNotes.WhyNot(unlike)}", LabExitCode.NotComparable);
        }
    }

    public Comparison CompareTo(RunResult result) => Comparer.Compare(run, SummaryDocument.Of(result), force);
}
