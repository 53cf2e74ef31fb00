using System.Numerics;
using Journal.Log.Frames;

namespace Journal.Log.Reading;

/// <summary>The buffers for reading and opening a frame. They are reused for later frames.</summary>
/// <param name="number">Its number among the reader's slots, from 0.</param>
internal sealed class FrameSlot(int number)
{
    private byte[] _stored = [];
    private FrameOpener? _opener;

    public int Number => number;

    public byte[] Raw { get; } = new byte[FrameHeader.Bytes];

    public FrameOpener Opener => _opener ??= new();

    /// <param name="bytes">The size that the header declares, which is limited.</param>
    public Memory<byte> Stored(int bytes)
    {
        if (_stored.Length < bytes)
        {
            _stored = GC.AllocateUninitializedArray<byte>((int)BitOperations.RoundUpToPowerOf2((uint)bytes));
        }

        return _stored.AsMemory(0, bytes);
    }
}

/// <summary>The slots of a reader, used in turn: a frame stays valid until as many others have been read as there are slots.</summary>
internal sealed class FrameSlots(int count)
{
    private readonly FrameSlot?[] _slots = new FrameSlot?[count];
    private int _next;

    public int Count => count;

    /// <summary>The slot for the next frame.</summary>
    public FrameSlot Next => _slots[_next] ??= new(_next);

    public void MoveOn() => _next = (_next + 1) % count;
}
