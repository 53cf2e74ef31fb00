using System.CommandLine;
using Load.Machine;
using Load.Measuring;

namespace Load.Commands;

/// <summary>
/// The command line: <c>run [suite]</c>, which is also what happens without a verb, <c>list</c>, <c>crash</c>, <c>stack</c>,
/// <c>export</c>, <c>compare</c>, <c>trial</c>, <c>history</c> and <c>overhead</c>.
/// </summary>
internal static class LabCommand
{
    /// <param name="systems">The systems that can be measured.</param>
    /// <param name="run">Measures; returns the exit code.</param>
    public static RootCommand Create(IReadOnlyList<ILabSystem> systems, RunSuite run)
    {
        var root = new RootCommand(
            "Measures the systems of this repository. It starts them on free ports, and stops them. " +
            LabExitCode.Description);
        var runs = RunVerb.Create(systems, run, root);
        root.Add(runs);
        root.Add(ListVerb.Create(root, systems));
        CrashProgram.AddTo(root, runs);
        root.Add(StackVerb.Create());
        root.Add(ExportVerb.Create());
        root.Add(CompareVerb.Create());
        root.Add(TrialVerb.Create(systems));
        root.Add(HistoryVerb.Create());
        root.Add(OverheadVerb.Create());
        return root;
    }
}
