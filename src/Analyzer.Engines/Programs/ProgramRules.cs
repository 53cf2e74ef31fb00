using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Programs;

internal static class ProgramRules
{
    public static EngineRule Header { get; } =
        new("program.header", 0, "It is a program; this is what its header says.", "PE format, ELF", 5);

    public static EngineRule Signed { get; } =
        new("program.signed", 0, "It carries a signature. Whether that is valid, and whose it is, was not examined.", "PE format", 5);

    public static EngineRule Unsigned { get; } = new("program.unsigned", 0, "It carries no signature.", "PE format", 5);

    public static EngineRule Packed { get; } =
        new("program.packed", 0, "Sections look compressed or encrypted: what they do shows only when the program runs.", "Judgement", 5);

    public static EngineRule Appended { get; } =
        new("program.appended", 0, "Data follow behind the program, as in installers and in archives that unpack themselves.", "Judgement",
            5);

    public static IReadOnlyList<EngineRule> All { get; } = [Header, Signed, Unsigned, Packed, Appended];
}
