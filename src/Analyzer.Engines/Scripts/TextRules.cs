using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Scripts;

internal static class TextRules
{
    public static EngineRule Language { get; } = new("script.language", 0, "It is a script; this is its language.", "Judgement", 5);

    public static EngineRule Formula { get; } = new("text.dde-formula", 100,
        "A line of the table is a formula that starts a program when a spreadsheet opens it.", "CWE-1236", 5);

    public static EngineRule FetchingFormula { get; } = new("text.fetching-formula", 100,
        "A line of the table is a formula that fetches from an address, and can tell it what stands in other cells.", "CWE-1236", 6);

    public static EngineRule LinkingFormula { get; } = new("text.linking-formula", 100,
        "A line of the table is a link to a program or a file share, or one that tells an address what stands in other cells.",
        "CWE-1236", 6);

    public static EngineRule SharedFile { get; } = new("text.file-share", 100,
        "A list of files names one on a file share, which learns who plays it.", "MITRE ATT&CK T1187", 6);

    public static EngineRule SheetMacro { get; } = new("text.sheet-macro", 100,
        "The table has Excel 4.0 macros, which a spreadsheet program runs.", "MITRE ATT&CK T1137.001", 5);

    public static EngineRule WebQuery { get; } = new("text.web-query", 100,
        "A spreadsheet program loads data, and formulas with them, from an address when it opens this.", "MITRE ATT&CK T1105", 5);

    public static EngineRule Autorun { get; } =
        new("text.registry-autorun", 60, "The entries make Windows run something.", "MITRE ATT&CK T1547.001", 5);

    public static IReadOnlyList<EngineRule> All { get; } =
        [Language, Formula, FetchingFormula, LinkingFormula, SharedFile, SheetMacro, WebQuery, Autorun];
}
