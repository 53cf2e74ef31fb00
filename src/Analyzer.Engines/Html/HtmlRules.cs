using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Html;

internal static class HtmlRules
{
    public static EngineRule Application { get; } = New("html.application", 100,
        "The page is an HTML application: opened from the disk, its scripts may do all that the user may.", "Microsoft, HTA");

    public static EngineRule VisualBasic { get; } = New("html.vbscript", 100,
        "The page has Visual Basic, which only runs where scripts may start programs.", "Judgement");

    public static EngineRule Scheme { get; } = New("html.starting-address", 100,
        "An address in the page starts a program of Windows.", "CVE-2022-30190");

    public static EngineRule Share { get; } = New("html.file-share", 100,
        "The page loads something from a file share, which learns who opened the page.", "MITRE ATT&CK T1187");

    public static EngineRule ActiveX { get; } = New("html.object", 60,
        "The page loads a component of Windows by its class.", "Judgement");

    public static EngineRule Scripted { get; } = new("html.scripted-object", 60,
        "A script of the page has a component of Windows do something, which no player of films is.", "MITRE ATT&CK T1203", 6);

    public static EngineRule Script { get; } = New("html.script", 0, "The page has scripts, as most pages do.", "Judgement");

    public static EngineRule CarriedDownload { get; } = New("html.carried-download", 100,
        "A link in the page saves a file that the page itself carries: so no gateway sees the file.", "MITRE ATT&CK T1027.006");

    public static EngineRule LoadsProgram { get; } = New("html.loads-program", 100,
        "The page has the browser load a program, though nobody clicks.", "MITRE ATT&CK T1189");

    public static EngineRule CarriedPage { get; } = new("html.carried-page", 100,
        "The page leads by itself to another one that it carries in an address, where nobody looks for it.", "MITRE ATT&CK T1027.006", 6);

    public static IReadOnlyList<EngineRule> All { get; } =
        [Application, VisualBasic, Scheme, Share, ActiveX, Scripted, Script, CarriedDownload, CarriedPage, LoadsProgram];

    private static EngineRule New(string id, int points, string reason, string reference) => new(id, points, reason, reference, 5);
}
