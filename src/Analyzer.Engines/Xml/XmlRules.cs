using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Xml;

internal static class XmlRules
{
    public static EngineRule Script { get; } =
        New("xml.script", 60, "A picture or stylesheet has scripts, which run when a browser shows it.",
        "SVG 2, 15");

    public static EngineRule PictureLeads { get; } = New("xml.picture-leads", 100,
        "A picture shows another page, or runs what nobody can read, as soon as a browser opens it.", "MITRE ATT&CK T1027.017");

    public static EngineRule ScriptFile { get; } =
        New("xml.script-file", 100, "Windows runs the scripts in this file when it is opened.", "Microsoft, WSF");

    public static EngineRule Starter { get; } = New("xml.starter", 100,
        "Windows starts a program, or goes to another machine, when this file is opened.", "MITRE ATT&CK T1204.002, T1127.001");

    public static EngineRule Share { get; } = New("xml.file-share", 100,
        "The file has something loaded from a file share, which learns who opened it.", "MITRE ATT&CK T1187");

    public static EngineRule StartingAddress { get; } =
        New("xml.starting-address", 100, "An address in the file starts a program of Windows.",
        "CVE-2022-30190");

    public static EngineRule Entity { get; } = New("xml.external-entity", 60,
        "The file has a reader load an entity from somewhere else.", "CWE-611");

    public static EngineRule TrustingProfile { get; } = new("xml.trusting-profile", 100,
        "A profile of settings has a device trust a certificate, obey another machine, or send its traffic through one.",
        "MITRE ATT&CK T1553.004, T1556", 6);

    public static EngineRule RunningAnimation { get; } = new("xml.running-animation", 100,
        "An animation gives a link a script as its address, where nobody looks for one.", "SVG Animations 2, 3.3", 6);

    public static IReadOnlyList<EngineRule> All { get; } =
    [
        Script, PictureLeads, ScriptFile, Starter, Share, StartingAddress, Entity, TrustingProfile, RunningAnimation,
    ];

    private static EngineRule New(string id, int points, string reason, string reference) => new(id, points, reason, reference, 5);
}
