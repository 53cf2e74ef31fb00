using System.Buffers.Binary;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Decoding;

namespace Analyzer.Engines.ActiveMime;

/// <summary>
/// Opens what Word writes beside a web page (<c>editdata.mso</c>): a compound file with the macros, deflated. Where the data begin, a
/// number in the header says; Word takes them from two fixed places too (oletools, <c>olevba</c>).
/// </summary>
internal sealed class ActiveMimeEngine : KeepingEngine
{
    private const int LengthAt = 0x1E;
    private const int BehindLength = 46;

    private static readonly int[] UsualStarts = [0x32, 0x22A];

    private readonly Inflater _inflater = new();

    public override IReadOnlyList<EngineRule> Rules => [];

    public override void Reset()
    {
        _inflater.End();
        base.Reset();
    }

    public override void Dispose()
    {
        _inflater.Dispose();
        base.Dispose();
    }

    protected override bool IsMine(ReadOnlySpan<byte> prefix) => prefix.StartsWith("ActiveMime"u8);

    protected override Assessment Judge()
    {
        if (DataStart() is { } start)
        {
            Open(start);
        }
        else
        {
            Evidence.Miss(Gap.Broken);
        }

        return Evidence.Assess("application/x-mso");
    }

    private int? DataStart()
    {
        if (Kept.Length < LengthAt + sizeof(ushort))
        {
            return null;
        }

        int[] starts = [BinaryPrimitives.ReadUInt16LittleEndian(Kept[LengthAt..]) + BehindLength, .. UsualStarts];
        return starts.Cast<int?>().FirstOrDefault(start => IsZlib(Kept[Math.Min(start!.Value, Kept.Length)..]));
    }

    // RFC 1950, 2.2: the method, and a check of both bytes.
    private static bool IsZlib(ReadOnlySpan<byte> bytes) =>
        bytes is [var method, var flags, ..] && (method & 0x0F) == 8 && ((method << 8) | flags) % 31 == 0;

    private void Open(int start)
    {
        const int zlibHeader = 2;
        var part = Parts.Open(null, start);
        _inflater.Begin(part, Parts.Budget);
        _inflater.Write(Kept[(start + zlibHeader)..]);
        var gap = _inflater.Finish();
        if (gap == Gap.Bomb)
        {
            Evidence.Find(CommonRules.Bomb, start);
        }

        part.Complete(gap);
    }
}
