using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Scripts;

/// <summary>
/// What scripts do that run outside of a reader: in a browser, in Windows' script host, in a shell, in an office program.
/// </summary>
internal static class ScriptRules
{
    public static EngineRule Starts { get; } = New("script.starts-program", 100, "A script starts programs or commands.");

    public static EngineRule Commands { get; } = New("script.runs-commands", 20,
        "A script has PowerShell start programs, as those of administrators do too.");

    public static EngineRule MacroStarts { get; } =
        New("script.macro-starts-program", 30, "A macro starts programs, or calls functions of Windows.");

    public static EngineRule Downloads { get; } = New("script.downloads", 40, "A script fetches files from the network.");

    public static EngineRule Writes { get; } = New("script.writes-files", 20, "A script writes files.");

    public static EngineRule Decodes { get; } =
        New("script.decodes-text", 20, "A script decodes text in bulk, so its own text does not tell all.");

    public static EngineRule RunsDecoded { get; } =
        New("script.runs-decoded", 100, "A script runs what it decodes, so its own text does not tell what it does.");

    public static EngineRule Hides { get; } = New("script.hides", 40, "A script keeps its windows or its doings out of sight.");

    public static EngineRule Persists { get; } = New("script.persists", 40, "A script sees to it that it is run again.");

    public static EngineRule Smuggles { get; } = New("script.builds-download", 100,
        "A script makes a file of data that the page carries, and has the browser save it: so no gateway sees the file.");

    public static EngineRule LoadsProgram { get; } = New("script.loads-program", 100,
        "A script has the browser load a program, though nobody clicks.");

    public static EngineRule Attacks { get; } = new("script.attacks-reader", 100,
        "A script holds machine code, or fills memory with copies of a text, as attacks on browsers do.", "MITRE ATT&CK T1203", 6);

    public static EngineRule Encoded { get; } = New("script.encoded", 100, "A script is encoded so that nobody can read it.");

    public static EngineRule PipesToShell { get; } =
        New("script.pipes-to-shell", 100, "A script runs what comes from the network or from encoded text.");

    public static IReadOnlyList<EngineRule> All { get; } =
        [Starts, Commands, MacroStarts, Downloads, Writes, Decodes, RunsDecoded, Hides, Persists, Smuggles, LoadsProgram, Attacks, Encoded,
            PipesToShell];

    private static EngineRule New(string id, int points, string reason) => new(id, points, reason, "Judgement", 5);
}
