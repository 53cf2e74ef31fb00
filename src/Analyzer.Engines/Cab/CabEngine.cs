using System.Buffers.Binary;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Cab;

/// <summary>Lists cabinets (MS-CAB). What they hold is told by its names, and not opened.</summary>
internal sealed class CabEngine : KeepingEngine
{
    private const int HeaderLength = 36;
    private const int FileLength = 16;

    public override IReadOnlyList<EngineRule> Rules => [];

    protected override bool IsMine(ReadOnlySpan<byte> prefix) => prefix.StartsWith("MSCF\0\0\0\0"u8);

    protected override Assessment Judge()
    {
        if (Kept.Length < HeaderLength)
        {
            Evidence.Miss(Gap.Broken);
        }
        else
        {
            List();
        }

        return Evidence.Assess("application/vnd.ms-cab-compressed");
    }

    private void List()
    {
        var offset = BinaryPrimitives.ReadUInt32LittleEndian(Kept[16..]);
        var count = BinaryPrimitives.ReadUInt16LittleEndian(Kept[28..]);
        var rest = Kept[(int)Math.Min(offset, Kept.Length)..];
        for (; count > 0; count--)
        {
            var end = rest.Length <= FileLength ? -1 : rest[FileLength..].IndexOf((byte)0);
            if (end < 0)
            {
                Evidence.Miss(Gap.Broken, Kept.Length - rest.Length);
                return;
            }

            var name = PlainText.Decode(rest.Slice(FileLength, end));
            Evidence.LookAtPath(name, Kept.Length - rest.Length);
            Parts.Skip(name, Kept.Length - rest.Length, Gap.ArchiveNotOpened);
            rest = rest[(FileLength + end + 1)..];
        }
    }
}
