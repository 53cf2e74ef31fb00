using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Zip;

internal static class ZipRules
{
    public static EngineRule TwoNames { get; } = new("zip.two-names", 100,
        "An entry has one name where it lies and another in the directory: two programs unpack two different files.",
        "APPNOTE.TXT 4.3.7, 4.3.12", 5);

    public static EngineRule TwoSpellings { get; } = new("zip.two-spellings", 0,
        "An entry's name is spelt in one way where it lies and in another in the directory; its ending is the same.",
        "APPNOTE.TXT 4.6.9", 6);

    public static EngineRule Unlisted { get; } = new("zip.unlisted", 0,
        "An entry is not in the archive's directory: most programs do not show it.", "APPNOTE.TXT 4.3.12", 5);

    public static EngineRule WrongSize { get; } = new("zip.wrong-size", 0,
        "An entry says that it has another size than it has.", "APPNOTE.TXT 4.4.9", 5);

    public static EngineRule Encrypted { get; } = new("zip.encrypted", 0,
        "Entries are encrypted: their names can be read, but not their content.", "APPNOTE.TXT 6, 7", 5);

    public static IReadOnlyList<EngineRule> All { get; } = [TwoNames, TwoSpellings, Unlisted, WrongSize, Encrypted];
}
