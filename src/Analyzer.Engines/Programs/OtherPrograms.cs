using Analyzer.Engines.Content;

namespace Analyzer.Engines.Programs;

/// <summary>Programs that are known by their first bytes only.</summary>
internal static class OtherPrograms
{
    private static readonly (Signature Signature, string Description)[] All =
    [
        (new("\u00CF\u00FA\u00ED\u00FE", "application/x-mach-binary"), "Mach-O 64 bits"),
        (new("\u00CE\u00FA\u00ED\u00FE", "application/x-mach-binary"), "Mach-O 32 bits"),
        (new("\u00FE\u00ED\u00FA\u00CF", "application/x-mach-binary"), "Mach-O 64 bits, big-endian"),
        (new("\u00FE\u00ED\u00FA\u00CE", "application/x-mach-binary"), "Mach-O 32 bits, big-endian"),
        (new("\0asm", "application/wasm"), "WebAssembly"),
        (new("dex\n0", "application/vnd.android.dex"), "Android bytecode"),
        (new("ITSF\u0003\0\0\0", "application/vnd.ms-htmlhelp"), "compiled HTML help"),
    ];

    public static ProgramFacts? Find(ReadOnlySpan<byte> start)
    {
        foreach (var (signature, description) in All)
        {
            if (signature.Fits(start))
            {
                return new(signature.MediaType, description);
            }
        }

        return IsDos(start) ? new(Signatures.DosExecutable, "DOS program")
            : start is [0xCA, 0xFE, 0xBA, 0xBE, ..] ? JavaOrFat(start) : null;
    }

    // "MZ" may begin a text too: a program has bytes among the next that no text has.
    private static bool IsDos(ReadOnlySpan<byte> start) =>
        start.StartsWith("MZ"u8) && start[..Math.Min(start.Length, 64)].IndexOfAnyInRange((byte)0, (byte)8) >= 0;

    // A Java class has its version where a Mach-O for several processors has their number.
    private static ProgramFacts? JavaOrFat(ReadOnlySpan<byte> start) => start is not [_, _, _, _, 0, _, 0, var low, ..] ? null
        : low >= 43 ? new("application/java-vm", "Java class") : new("application/x-mach-binary", "Mach-O for several processors");
}
