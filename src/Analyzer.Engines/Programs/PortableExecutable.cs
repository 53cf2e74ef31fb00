using System.Buffers.Binary;
using System.Text;

namespace Analyzer.Engines.Programs;

/// <summary>Reads the header of a Windows program (Microsoft, "PE Format").</summary>
internal static class PortableExecutable
{
    public const string MediaType = "application/vnd.microsoft.portable-executable";

    private const int HeaderOffset = 0x3C;
    private const int FileHeaderLength = 24; // with the signature
    private const int SectionLength = 40;
    private const int SecurityDirectory = 4;
    private const int DirectoryLength = 8;
    private const ushort Dll = 0x2000;

    /// <returns>Null when the bytes hold no such header.</returns>
    public static ProgramFacts? Read(ReadOnlySpan<byte> start)
    {
        if (start.Length < HeaderOffset + 4 || BinaryPrimitives.ReadUInt32LittleEndian(start[HeaderOffset..]) is var at
            && at > start.Length - FileHeaderLength
            || !start[(int)at..].StartsWith("PE\0\0"u8))
        {
            return null;
        }

        var header = start[(int)at..];
        var optional = header[FileHeaderLength..];
        var optionalLength = BinaryPrimitives.ReadUInt16LittleEndian(header[20..]);
        var count = BinaryPrimitives.ReadUInt16LittleEndian(header[6..]);
        var flags = BinaryPrimitives.ReadUInt16LittleEndian(header[22..]);
        var isWide = optional.Length >= 2 && BinaryPrimitives.ReadUInt16LittleEndian(optional) == 0x20B;
        var sections = SectionsOf(optional.Length > optionalLength ? optional[optionalLength..] : [], count);
        var signature = Directory(optional, (isWide ? 112 : 96) + (SecurityDirectory * DirectoryLength));
        var kind = (flags & Dll) != 0 ? "library" : SubsystemOf(optional);
        return new(MediaType,
            $"{(isWide ? "PE32+" : "PE32")} {MachineOf(BinaryPrimitives.ReadUInt16LittleEndian(header[4..]))}, {kind}, {count} sections")
        {
            Sections = sections,
            IsSigned = signature.Length > 0,
            End = sections.Select(section => section.Offset + section.Length).Append(signature.Offset + signature.Length).Max(),
        };
    }

    private static List<Section> SectionsOf(ReadOnlySpan<byte> table, int count)
    {
        var sections = new List<Section>();
        for (; count > 0 && table.Length >= SectionLength; count--, table = table[SectionLength..])
        {
            sections.Add(new(
                Encoding.ASCII.GetString(table[..8]).TrimEnd('\0'),
                BinaryPrimitives.ReadUInt32LittleEndian(table[20..]),
                BinaryPrimitives.ReadUInt32LittleEndian(table[16..])));
        }

        return sections;
    }

    private static (long Offset, long Length) Directory(ReadOnlySpan<byte> optional, int at) => optional.Length < at + DirectoryLength
        ? default
        : (BinaryPrimitives.ReadUInt32LittleEndian(optional[at..]), BinaryPrimitives.ReadUInt32LittleEndian(optional[(at + 4)..]));

    private static string SubsystemOf(ReadOnlySpan<byte> optional) =>
        (optional.Length >= 70 ? BinaryPrimitives.ReadUInt16LittleEndian(optional[68..]) : 0) switch
        {
            1 => "driver",
            2 => "program with windows",
            3 => "console program",
            >= 10 and <= 13 => "EFI program",
            _ => "program",
        };

    private static string MachineOf(ushort machine) => machine switch
    {
        0x14C => "x86",
        0x8664 => "x64",
        0x1C0 or 0x1C4 => "ARM",
        0xAA64 => "ARM64",
        _ => $"machine 0x{machine:x}",
    };
}
