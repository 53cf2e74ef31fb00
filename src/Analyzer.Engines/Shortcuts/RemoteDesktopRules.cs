using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Shortcuts;

internal static class RemoteDesktopRules
{
    public static EngineRule Target { get; } = New("remote-desktop.target", 0, "The machine that it connects to.");

    public static EngineRule Outside { get; } = New("remote-desktop.outside", 40,
        "It connects to a machine outside of the own network, as far as its name or address tells.");

    public static EngineRule Drives { get; } = New("remote-desktop.gives-drives", 60,
        "It hands the drives of this machine to the one that it connects to, which can read and write them.");

    public static EngineRule Program { get; } = New("remote-desktop.program", 60,
        "It shows a program of the other machine as if it ran on this one.");

    public static IReadOnlyList<EngineRule> All { get; } = [Target, Outside, Drives, Program];

    private static EngineRule New(string id, int points, string reason) =>
        new(id, points, reason, "MS-RDPBCGR; MITRE ATT&CK T1219, T1566.001", 6);
}
