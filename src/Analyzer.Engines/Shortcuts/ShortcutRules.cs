using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Shortcuts;

internal static class ShortcutRules
{
    public static EngineRule Inside { get; } = New("shortcut.inside", 100,
        "A shortcut came inside a document, an archive or a message: it starts something else than it shows.", "MITRE ATT&CK T1204.002");

    public static EngineRule Target { get; } = New("shortcut.target", 0, "What the shortcut starts or opens.", "MS-SHLLINK");

    public static EngineRule Command { get; } = New("shortcut.command", 100,
        "The shortcut starts a command interpreter, or a program that runs what it is told.", "MITRE ATT&CK T1204.002");

    public static EngineRule Remote { get; } = New("shortcut.remote", 100,
        "The shortcut, or its picture, lies on another machine, which learns who sees it.", "MITRE ATT&CK T1187");

    public static EngineRule Padded { get; } = New("shortcut.padded", 60,
        "The shortcut's arguments begin with many blanks, which hide the rest from whoever looks at them.", "ZDI-CAN-25373");

    public static EngineRule Appended { get; } = New("shortcut.appended", 60,
        "The shortcut is far longer than what it says: it carries something else.", "Judgement");

    public static EngineRule PanelItem { get; } = new("shortcut.panel-item", 100,
        "The shortcut opens an item of the Control Panel that does not come with Windows: to show its picture, Windows has run its file.",
        "CVE-2010-2568", 6);

    public static EngineRule SetupRuns { get; } = New("shortcut.setup-runs", 100,
        "Setup information runs a command, or a script that it names, when somebody installs it.", "MITRE ATT&CK T1218.003");

    public static IReadOnlyList<EngineRule> All { get; } = [Inside, Target, Command, Remote, Padded, Appended, PanelItem, SetupRuns];

    private static EngineRule New(string id, int points, string reason, string reference) => new(id, points, reason, reference, 5);
}
