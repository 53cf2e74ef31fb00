using System.Buffers.Binary;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.SevenZip;

/// <summary>Lists 7z archives. What they hold is told by its names, and not opened.</summary>
internal sealed class SevenZipEngine : KeepingEngine
{
    private const int SignatureHeader = 32;
    private const int MaxHeader = 4 << 20;
    private const int MaxEncodings = 4;

    private static readonly EngineRule HiddenNames = new("7z.hidden-names", 0,
        "The archive's directory cannot be read: it is encrypted, or compressed in an uncommon way.", "7zFormat.txt", 5);

    public override IReadOnlyList<EngineRule> Rules => [HiddenNames];

    protected override bool IsMine(ReadOnlySpan<byte> prefix) =>
        prefix is [(byte)'7', (byte)'z', 0xBC, 0xAF, 0x27, 0x1C, ..];

    protected override Assessment Judge()
    {
        if (Kept.Length < SignatureHeader)
        {
            Evidence.Miss(Gap.Broken);
            return Evidence.Assess("application/x-7z-compressed");
        }

        var streams = Kept[SignatureHeader..];
        var offset = BinaryPrimitives.ReadInt64LittleEndian(Kept[12..]);
        var length = BinaryPrimitives.ReadInt64LittleEndian(Kept[20..]);
        if (offset < 0 || length < 0 || offset > streams.Length || length > streams.Length - offset)
        {
            Evidence.Miss(Gap.Broken);
        }
        else if (length > 0)
        {
            List(streams, streams.Slice((int)offset, (int)length));
        }

        return Evidence.Assess("application/x-7z-compressed");
    }

    private void List(ReadOnlySpan<byte> streams, ReadOnlySpan<byte> bytes)
    {
        var header = new SevenZipHeader();
        var isRead = header.Read(bytes);
        for (var i = 0; i < MaxEncodings && isRead && header.IsEncoded; i++)
        {
            var encoded = header;
            header = new();
            isRead = encoded.Unpack(streams, MaxHeader) is { } unpacked && header.Read(unpacked);
            if (encoded.IsEncrypted)
            {
                Evidence.Find(HiddenNames);
                Evidence.Miss(Gap.NeedsPassword);
                return;
            }
        }

        if (!isRead || header.IsEncoded)
        {
            Evidence.Find(HiddenNames);
            Evidence.Miss(Gap.Broken);
        }

        foreach (var (name, isEmpty) in header.Entries)
        {
            Evidence.LookAtPath(name, 0);
            if (isEmpty)
            {
                Parts.Open(name, 0).Complete();
            }
            else
            {
                Parts.Skip(name, 0, header.IsEncrypted ? Gap.NeedsPassword : Gap.ArchiveNotOpened);
            }
        }
    }
}
