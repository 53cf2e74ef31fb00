using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Calendar;

internal static class CalendarRules
{
    public static EngineRule Procedure { get; } = New("calendar.procedure", 100,
        "A reminder of the calendar starts a program.", "RFC 2445, 4.8.6.1");

    public static EngineRule Share { get; } = New("calendar.file-share", 100,
        "The entry names a file on another machine, which learns who opens or is reminded of it.", "MITRE ATT&CK T1187");

    public static EngineRule StartingAddress { get; } = New("calendar.starting-address", 100,
        "An address in the entry starts a program, or is a script.", "CVE-2022-30190");

    public static EngineRule Program { get; } = New("calendar.link-program", 100,
        "An address in the entry is that of a program.", "MITRE ATT&CK T1204.002");

    public static EngineRule Attached { get; } = New("calendar.attachment", 0, "The entry carries a file.", "RFC 5545, 3.8.1.1");

    public static IReadOnlyList<EngineRule> All { get; } = [Procedure, Share, StartingAddress, Program, Attached];

    private static EngineRule New(string id, int points, string reason, string reference) => new(id, points, reason, reference, 5);
}
