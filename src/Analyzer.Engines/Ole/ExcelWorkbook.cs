using System.Buffers.Binary;
using System.Text;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Office;

namespace Analyzer.Engines.Ole;

/// <summary>Walks through the records of a workbook (MS-XLS, 2.4).</summary>
internal static class ExcelWorkbook
{
    private const int FilePassword = 0x2F;
    private const int BoundSheet = 0x85;
    private const int DefinedName = 0x18;
    private const int SupportingBook = 0x1AE;
    private const byte MacroSheet = 1;
    private const byte AutoOpen = 1;
    private const byte AutoClose = 2;
    private const int BuiltIn = 0x20;

    public static void LookAt(ReadOnlySpan<byte> stream, Evidence evidence)
    {
        var isEncrypted = false;
        for (var offset = 0; stream.Length - offset >= 4;)
        {
            var type = BinaryPrimitives.ReadUInt16LittleEndian(stream[offset..]);
            var length = Math.Min(BinaryPrimitives.ReadUInt16LittleEndian(stream[(offset + 2)..]), stream.Length - offset - 4);
            var record = stream.Slice(offset + 4, length);
            if (type == FilePassword)
            {
                isEncrypted = true;
                evidence.Miss(Gap.NeedsPassword, offset);
            }
            else if (type == BoundSheet && record.Length >= 6)
            {
                LookAtSheet(record, evidence, offset);
            }
            else if (!isEncrypted)
            {
                LookAt(type, record, evidence, offset);
            }

            offset += 4 + length;
        }
    }

    // The record of a sheet: its place is never encrypted, its state and kind are as they are in most files.
    private static void LookAtSheet(ReadOnlySpan<byte> record, Evidence evidence, long offset)
    {
        if (record[5] == MacroSheet)
        {
            evidence.Find(OfficeRules.Excel4Macro, offset);
            if ((record[4] & 3) != 0)
            {
                evidence.Find(OfficeRules.HiddenSheet, offset);
            }
        }
    }

    private static void LookAt(int type, ReadOnlySpan<byte> record, Evidence evidence, long offset)
    {
        if (type == DefinedName && record.Length > 15 && (record[0] & BuiltIn) != 0 && record[3] == 1 && record[15] is AutoOpen
            or AutoClose)
        {
            evidence.Find(OfficeRules.AutoMacro, offset, record[15] == AutoOpen ? "Auto_Open" : "Auto_Close");
        }
        else if (type == SupportingBook && record.Length > 6 && record[4..].IndexOf((byte)3) > 0)
        {
            // A program and its topic, with 3 between (MS-XLS, 2.5.277).
            evidence.Find(OfficeRules.Dde, offset, Encoding.Latin1.GetString(record[4..]).Replace("\0", "", StringComparison.Ordinal));
        }
    }
}
