using System.Buffers.Binary;
using System.Text;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Office;
using Analyzer.Engines.Ole.Encryption;

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
    private const int NameStart = 15;

    /// <param name="stream">The workbook; what a password opens is decrypted in place.</param>
    /// <param name="password">The one that was sent with the file; null for none.</param>
    public static void LookAt(Span<byte> stream, Evidence evidence, string? password)
    {
        var (isEncrypted, isOpened) = (false, false);
        for (var offset = 0; stream.Length - offset >= 4;)
        {
            var type = BinaryPrimitives.ReadUInt16LittleEndian(stream[offset..]);
            var length = Math.Min(BinaryPrimitives.ReadUInt16LittleEndian(stream[(offset + 2)..]), stream.Length - offset - 4);
            ReadOnlySpan<byte> record = stream.Slice(offset + 4, length);
            if (type == FilePassword && !isOpened)
            {
                // The record stays in the clear, and opening costs a pass over the whole stream: it is done once.
                isOpened = WorkbookPassword.TryOpen(stream, record, password);
                isEncrypted = !isOpened;
                if (isEncrypted)
                {
                    evidence.Miss(Gap.NeedsPassword, offset);
                }
            }
            else if (type == BoundSheet && record.Length >= 6 && !isEncrypted)
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
        if (type == DefinedName && record.Length > NameStart)
        {
            LookAtName(record, evidence, offset);
        }
        else if (type == SupportingBook && ProgramIn(record) is { } program)
        {
            evidence.Find(OfficeRules.Dde, offset, program);
        }
    }

    private static void LookAtName(ReadOnlySpan<byte> record, Evidence evidence, long offset)
    {
        var name = record.Slice(NameStart, Math.Min(record[3], record.Length - NameStart));
        if ((record[0] & BuiltIn) == 0)
        {
            SheetFormulas.LookAtName(Encoding.Latin1.GetString(name), evidence, offset);
        }
        else if (name is [AutoOpen or AutoClose])
        {
            evidence.Find(OfficeRules.AutoMacro, offset, name[0] == AutoOpen ? "Auto_Open" : "Auto_Close");
        }
    }

    // A program and its topic, with 3 between; the path of another workbook has that sign too, begins with 1, and comes with the number of
    // that workbook's sheets (MS-XLS, 2.4.271 and 2.5.277).
    private static string? ProgramIn(ReadOnlySpan<byte> record)
    {
        const int head = 5;
        if (record.Length <= head || BinaryPrimitives.ReadUInt16LittleEndian(record) != 0)
        {
            return null;
        }

        var isWide = (record[head - 1] & 1) != 0;
        var text = isWide ? Encoding.Unicode.GetString(record[head..]) : Encoding.Latin1.GetString(record[head..]);
        return text.IndexOf('\u0003', StringComparison.Ordinal) > 0 && text[0] != '\u0001' ? text.Replace('\u0003', ' ') : null;
    }
}
