using Analyzer.Engines.Contract;
using Analyzer.Engines.Office;

namespace Analyzer.Engines.Ole;

/// <summary>Components that documents load by their class, and through which office programs have been attacked.</summary>
internal static class OleClasses
{
    public static readonly Guid Installer = new("000c1084-0000-0000-c000-000000000046");
    public static readonly Guid InstallerPatch = new("000c1086-0000-0000-c000-000000000046");
    public static readonly Guid InstallerTransform = new("000c1082-0000-0000-c000-000000000046");

    public static readonly Guid MathType = new("0002ce03-0000-0000-c000-000000000046");

    private static readonly Dictionary<Guid, EngineRule> Attacked = new()
    {
        [new("0002ce02-0000-0000-c000-000000000046")] = OfficeRules.Equation,
        [MathType] = OfficeRules.Equation,
        [new("0004a6b0-0000-0000-c000-000000000046")] = OfficeRules.Equation,
        [new("bdd1f04b-858b-11d1-b16a-00c0f0283628")] = OfficeRules.OldControl, // ListView
        [new("c74190b6-8589-11d1-b16a-00c0f0283628")] = OfficeRules.OldControl, // TreeView
        [new("66833fe6-8583-11d1-b16a-00c0f0283628")] = OfficeRules.OldControl, // Toolbar
        [new("a08a033d-1a75-4ab6-a166-ead02f547959")] = OfficeRules.OldControl, // otkloadr.WRAssembly
        [new("06290bd3-48aa-11d2-8432-006008c3fbfc")] = OfficeRules.OldControl, // script moniker
        [new("06290bd2-48aa-11d2-8432-006008c3fbfc")] = OfficeRules.OldControl, // scriptlet
        [new("25336920-03f9-11cf-8fd0-00aa00686f13")] = OfficeRules.OldControl, // htmlfile
        [new("ecabb0c7-7f19-11d2-978e-0000f8757e2a")] = OfficeRules.OldControl, // SOAP moniker
        [new("d27cdb6e-ae6d-11cf-96b8-444553540000")] = OfficeRules.OldControl, // Shockwave Flash
        [new("eab22ac3-30c1-11cf-a7eb-0000c05bae0b")] = OfficeRules.OldControl, // web browser
    };

    /// <summary>The moniker of an address: behind it stands where an object is loaded from.</summary>
    public static ReadOnlySpan<byte> AddressMoniker =>
        [0xE0, 0xC9, 0xEA, 0x79, 0xF9, 0xBA, 0xCE, 0x11, 0x8C, 0x82, 0x00, 0xAA, 0x00, 0x4B, 0xA9, 0x0B];

    public static EngineRule? RuleOf(Guid component) => Attacked.GetValueOrDefault(component);

    /// <summary>The first of them whose number stands somewhere in a stream that holds the controls of sheets.</summary>
    public static (Guid Component, EngineRule Rule)? FindIn(ReadOnlySpan<byte> controls)
    {
        foreach (var (component, rule) in Attacked)
        {
            if (controls.IndexOf(component.ToByteArray()) >= 0)
            {
                return (component, rule);
            }
        }

        return null;
    }
}
