using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Ole;

internal static class OleRules
{
    public static EngineRule Circular { get; } = new("ole.circular", 40,
        "The file's sectors go round in a circle or lead out of it: it is damaged or made to confuse readers.", "MS-CFB 2.3", 5);

    public static EngineRule Installer { get; } =
        new("msi.installer", 0, "It is an installer of Windows.", "Microsoft, Windows Installer", 5);

    public static EngineRule InstallerRuns { get; } = new("msi.custom-actions", 0,
        "The installer runs programs or scripts of its own, as most do.", "Microsoft, CustomAction table", 5);

    public static IReadOnlyList<EngineRule> All { get; } = [Circular, Installer, InstallerRuns];
}
