using System.CommandLine;
using Crash.Faults;
using Crash.Tampering;
using Load.Commands;
using Load.Machine;

namespace Crash.Commands;

/// <summary>The command line: <c>crash</c>, and <c>run tamper</c>, which is a suite of the lab's kind.</summary>
internal static class CrashCommand
{
    /// <param name="systems">The systems that can be struck.</param>
    public static RootCommand Create(IReadOnlyList<ICrashSystem> systems)
    {
        var root = new RootCommand("Kills and damages the systems of this repository, and verifies that nothing is lost unnoticed. "
            + LabExitCode.Description);
        root.Add(CrashVerb.Create(systems, CrashVerb.RunAsync));
        root.Add(RunVerb.Create([new TamperSystem()], RunSession.RunAsync));
        return root;
    }
}
