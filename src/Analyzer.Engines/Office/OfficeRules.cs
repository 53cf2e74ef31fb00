using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Office;

/// <summary>What documents of office programs do, whatever format they have.</summary>
internal static class OfficeRules
{
    public static EngineRule Macro { get; } = New("office.macro", 100, "The document has macros: programs that run in the office program.",
        "MS-OVBA");

    public static EngineRule EmptyMacro { get; } =
        New("office.empty-macro", 0, "The document has a place for macros, and nothing in it that runs.", "MS-OVBA");

    public static EngineRule AutoMacro { get; } =
        New("office.auto-macro", 20, "A macro runs by itself when the document is opened or closed.",
        "MS-OVBA");

    public static EngineRule DeclaredMacro { get; } =
        New("office.declared-macro", 0, "The document says that it has macros.", "ECMA-376 part 2");

    public static EngineRule StompedMacro { get; } = New("office.stomped-macro", 40,
        "The macros' text is missing or says something else than their compiled form, which is what runs.", "MITRE ATT&CK T1564.007");

    public static EngineRule Excel4Macro { get; } = New("office.excel4-macro", 100,
        "The workbook has a sheet of Excel 4.0 macros, which run without Visual Basic.", "MS-XLS 2.4.28");

    public static EngineRule HiddenSheet { get; } = New("office.hidden-macro-sheet", 30,
        "A sheet of macros is hidden.", "MS-XLS 2.4.28");

    public static EngineRule Dde { get; } = New("office.dde", 100, "A field asks another program for data, and starts it for that.",
        "ECMA-376 part 1, 17.16.5; MITRE ATT&CK T1559.002");

    public static EngineRule Template { get; } = New("office.remote-template", 100,
        "The document loads its template, and with it macros, from somewhere else.", "MITRE ATT&CK T1221");

    public static EngineRule RemoteObject { get; } = New("office.remote-object", 100,
        "The document loads an object or a frame from somewhere else as it is opened.", "CVE-2017-0199, CVE-2021-40444");

    public static EngineRule Share { get; } = New("office.file-share", 100,
        "The document loads something from a file share, which learns who opened it.", "MITRE ATT&CK T1187");

    public static EngineRule StartingLink { get; } = New("office.starting-link", 100,
        "A link in the document starts a program of Windows.", "CVE-2022-30190");

    public static EngineRule RemotePicture { get; } = New("office.remote-picture", 0,
        "The document loads a picture from the network, which learns that it was opened.", "Judgement");

    public static EngineRule RemoteData { get; } = New("office.remote-data", 0, "The document refers to data outside of it.", "Judgement");

    public static EngineRule EmbeddedObject { get; } =
        New("office.embedded-object", 0, "The document carries objects of other programs.", "Judgement");

    public static EngineRule PackedFile { get; } = New("office.packed-file", 40,
        "The document carries a file that a double click opens.", "MS-OLEDS 2.3.6");

    public static EngineRule Equation { get; } = New("office.equation", 100,
        "The document has a formula for the old equation editor, which has been attacked through it.", "CVE-2017-11882, CVE-2018-0802");

    public static EngineRule Formula { get; } = New("office.formula", 0,
        "The document has a formula for the old equation editor, of an ordinary form.", "Judgement");

    public static EngineRule OldControl { get; } = New("office.attacked-control", 100,
        "The document loads a component through which office programs have been attacked.", "CVE-2012-0158, CVE-2015-1641, CVE-2017-8570");

    public static EngineRule AutoUpdate { get; } = New("office.object-updates-itself", 60,
        "An object loads itself as the document is opened.", "RTF 1.9.1, \\objupdate; CVE-2017-0199");

    public static EngineRule FetchingFormula { get; } = new("office.fetching-formula", 100,
        "A formula in a cell fetches from an address, and can tell it what stands in other cells.", "CWE-1236", 6);

    public static IReadOnlyList<EngineRule> All { get; } =
    [
        Macro, EmptyMacro, AutoMacro, DeclaredMacro, StompedMacro, Excel4Macro, HiddenSheet, Dde, Template, RemoteObject, Share,
            StartingLink,
        RemotePicture, RemoteData, EmbeddedObject, PackedFile, Equation, Formula, OldControl, AutoUpdate, FetchingFormula,
    ];

    private static EngineRule New(string id, int points, string reason, string reference) => new(id, points, reason, reference, 5);
}
