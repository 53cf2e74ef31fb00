using Load.Machine;

namespace Load.Scenarios;

/// <summary>What is wrong with a file of scenarios: each problem with its line and what to do.</summary>
/// <param name="file">As it was given.</param>
internal sealed class ScenarioProblems(string file)
{
    private const int MaxShown = 8;

    private readonly SortedSet<(int Line, string Text)> _all = [];

    /// <param name="line">From 1.</param>
    /// <param name="text">What is wrong, and what to do; without a point at its end.</param>
    public void Add(int line, string text) => _all.Add((line, text));

    /// <exception cref="LabException">There are some.</exception>
    public void Throw()
    {
        if (_all.Count > 0)
        {
            throw new LabException(string.Join(Environment.NewLine,
            [
                .. _all.Take(MaxShown).Select(problem => $"{file}:{problem.Line}: {problem.Text}."),
                .. _all.Count > MaxShown ? [$"and {_all.Count - MaxShown} more."] : (string[])[],
            ]));
        }
    }
}
