using System.Buffers.Binary;
using System.Text;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Office;
using Analyzer.Engines.Ole.Encryption;

namespace Analyzer.Engines.Ole;

/// <summary>Looks at the main stream of a Word document (MS-DOC): whether it is encrypted, and at the codes of its fields.</summary>
internal static class WordDocument
{
    private const int FlagsOffset = 0x0A;
    private const ushort EncryptedFlag = 0x0100;
    private const byte FieldBegin = 0x13;
    private const byte FieldSeparator = 0x14;
    private const byte FieldEnd = 0x15;
    private const int MaxCode = 1024;
    private const int MaxFields = 4096;

    /// <summary>Whether it is encrypted, and the name of the stream that then says how.</summary>
    public static bool IsEncrypted(ReadOnlySpan<byte> stream, out string table)
    {
        var flags = stream.Length < FlagsOffset + 2 ? (ushort)0 : BinaryPrimitives.ReadUInt16LittleEndian(stream[FlagsOffset..]);
        table = WordPassword.TableOf(flags);
        return (flags & EncryptedFlag) != 0;
    }

    public static void LookAt(ReadOnlySpan<byte> stream, Evidence evidence)
    {

        var count = 0;
        for (var from = 0; count < MaxFields && stream[from..].IndexOf(FieldBegin) is >= 0 and var at; count++)
        {
            from += at + 1;
            var code = stream.Slice(from, Math.Min(MaxCode, stream.Length - from));
            var end = code.IndexOfAny(FieldSeparator, FieldEnd);
            if (end > 0 && Encoding.Latin1.GetString(code[..end]).Replace("\0", "", StringComparison.Ordinal) is { Length: > 2 } text)
            {
                FieldCodes.LookAt(text, evidence, from);
            }
        }
    }
}
