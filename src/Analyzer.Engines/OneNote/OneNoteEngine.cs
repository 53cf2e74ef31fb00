using System.Buffers.Binary;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Office;

namespace Analyzer.Engines.OneNote;

/// <summary>Opens the files in a section of OneNote (MS-ONESTORE): pictures, and what a double click on the page opens.</summary>
internal sealed class OneNoteEngine : KeepingEngine
{
    private const int LengthAt = 16;
    private const int DataAt = LengthAt + 8 + 4 + 8;

    public override IReadOnlyList<EngineRule> Rules => [];

    // FileDataStoreObject (MS-ONESTORE, 2.6.13): its length, and then the bytes as they are.
    private static ReadOnlySpan<byte> FileData =>
        [0xE7, 0x16, 0xE3, 0xBD, 0x65, 0x26, 0x11, 0x45, 0xA4, 0xC4, 0x8D, 0x4D, 0x0B, 0x7A, 0x9E, 0xAC];

    // A section and a table of contents (MS-ONESTORE, 2.3.1).
    protected override bool IsMine(ReadOnlySpan<byte> prefix) =>
        prefix is [0xE4, 0x52, 0x5C, 0x7B, 0x8C, 0xD8, 0xA7, 0x4D, 0xAE, 0xB1, 0x53, 0x78, 0xD0, 0x29, 0x96, 0xD3, ..]
            or [0xA1, 0x2F, 0xFF, 0x43, 0xD9, 0xEF, 0x76, 0x4C, 0x9E, 0xE2, 0x10, 0xEA, 0x57, 0x22, 0x76, 0x5F, ..];

    protected override Assessment Judge()
    {
        for (var at = 0; Kept[at..].IndexOf(FileData) is >= 0 and var next;)
        {
            at += next;
            var head = Kept[at..];
            var length = head.Length < DataAt ? ulong.MaxValue : BinaryPrimitives.ReadUInt64LittleEndian(head[LengthAt..]);
            var data = head[Math.Min(DataAt, head.Length)..];
            var isWhole = length <= (ulong)data.Length;
            Open(isWhole ? data[..(int)length] : data, at, isWhole);
            at += isWhole ? DataAt + (int)length : FileData.Length;
        }

        return Evidence.Assess("application/onenote");
    }

    private void Open(ReadOnlySpan<byte> data, int offset, bool isWhole)
    {
        var part = Parts.Open(null, offset + DataAt);
        part.IsFile = true;
        part.Write(data);
        var facts = part.Complete(isWhole ? null : Gap.Broken);
        if (facts.MediaType?.StartsWith("image/", StringComparison.Ordinal) != true)
        {
            Evidence.Find(OfficeRules.PackedFile, offset, facts.MediaType);
        }
    }
}
