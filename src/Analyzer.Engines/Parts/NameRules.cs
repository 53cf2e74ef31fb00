using Analyzer.Core;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Parts;

/// <summary>Judges parts by the names under which a person gets them.</summary>
/// <remarks>
/// The endings are those that Windows runs on a double click, out of the list that Outlook blocks (Microsoft, "Blocked attachments in
/// Outlook"), and those that other desktops run.
/// </remarks>
internal static class NameRules
{
    /// <summary>A few scripts are sent to be run; among many files they belong to a page or a program's sources.</summary>
    private const int FewFiles = 16;

    private static readonly HashSet<string> Programs = new(StringComparer.OrdinalIgnoreCase)
    {
        "exe", "scr", "com", "pif", "cpl", "msi", "msp", "mst", "msc", "jar", "appx", "appxbundle", "msix", "msixbundle", "appinstaller",
            "application", "appref-ms",
        "gadget", "xll", "chm", "hlp", "lnk", "scf", "url", "website", "settingcontent-ms", "library-ms", "searchconnector-ms", "hta",
            "vbe", "jse", "wsf", "wsh",
        "wsc", "sct", "shb", "shs", "inf", "reg", "ps1xml", "psc1", "mshxml", "diagcab", "jnlp", "xbap", "apk", "dmg", "pkg", "deb", "rpm",
            "appimage", "iqy", "slk",
        "iso", "img", "vhd", "vhdx", "udf", "bgi", "its", "mde", "ade", "accde", "theme", "themepack", "desktopthemepackfile", "rdp", "one",
            "wiz",
    };

    private static readonly HashSet<string> Scripts =
        new(StringComparer.OrdinalIgnoreCase) { "js", "vbs", "vb", "ps1", "psm1", "bat", "cmd", "sh", "command" };

    private static readonly HashSet<string> Shown = new(StringComparer.OrdinalIgnoreCase)
    {
        "pdf", "doc", "docx", "xls", "xlsx", "ppt", "pptx", "rtf", "txt", "csv", "jpg", "jpeg", "png", "gif", "bmp", "tif", "tiff", "mp3",
            "mp4", "avi", "mov",
        "zip", "htm", "html", "xml", "eml",
    };

    public static EngineRule Program { get; } =
        New("part.program-name", 100, "Its name makes Windows run it, or hand it to a program that does what it says.");

    public static EngineRule Script { get; } =
        New("part.script-name", 100, "Its name makes Windows, or another desktop, run it as a script.");

    public static EngineRule Disguise { get; } =
        New("part.disguised-name", 40,
            "Its name is made to look like that of another type: by two endings, by many blanks, or by letters that turn the text around.");

    public static IReadOnlyList<EngineRule> All { get; } = [Program, Script, Disguise];

    /// <param name="name">The part's name.</param>
    /// <param name="count">How many parts lie beside it.</param>
    /// <param name="isInDocument">
    /// Whether a document carries it: that has no sources of programs, and of scripts only those that its own scenes and films need.
    /// </param>
    /// <param name="isKnown">Whether its content alone made it suspicious: then its ending says nothing new.</param>
    public static IReadOnlyList<Finding> Judge(string? name, int count, bool isInDocument, bool isKnown)
    {
        if (name is null)
        {
            return [];
        }

        var file = name[(name.LastIndexOfAny(['/', '\\']) + 1)..].TrimEnd(' ', '.', '\uFFFD');
        var pieces = file.Split('.');
        var ending = pieces[^1].Trim();
        var isProgram = pieces.Length > 1 && Programs.Contains(ending);
        var isScript = pieces.Length > 1 && Scripts.Contains(ending);
        var findings = new List<Finding>();
        var isSent = count <= FewFiles || (isInDocument && !ending.Equals("js", StringComparison.OrdinalIgnoreCase));
        if (!isKnown && (isProgram || (isScript && isSent)))
        {
            findings.Add(Found(isProgram ? Program : Script, name));
        }

        var turnsAround = name.AsSpan().IndexOfAny('\u202E', '\u202D', '\u2067') >= 0;
        if (turnsAround || ((isProgram || isScript)
            && ((pieces.Length > 2 && Shown.Contains(pieces[^2].Trim())) || file.Contains("     ", StringComparison.Ordinal))))
        {
            findings.Add(Found(Disguise, name));
        }

        return findings;
    }

    private static Finding Found(EngineRule rule, string name) => new(rule.Id, rule.Points, 1, 0, rule.Reason) { Excerpt = name };

    private static EngineRule New(string id, int points, string reason) =>
        new(id, points, reason, "Microsoft, blocked attachments in Outlook; MITRE ATT&CK T1036.007", 5);
}
