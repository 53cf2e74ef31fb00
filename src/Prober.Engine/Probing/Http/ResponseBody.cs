using System.Buffers;

namespace Prober.Engine.Probing.Http;

/// <summary>A body, up to the limit of its probe, and within the room that all probes share.</summary>
internal sealed class ResponseBody(int max, BodyRoom room) : IDisposable
{
    /// <summary>Shorter bodies take nothing from the room: their sum is bounded by the number of probes.</summary>
    private const int Small = 64 * 1024;

    private readonly ArrayBufferWriter<byte> _bytes = new();
    private int _taken;

    public ReadOnlyMemory<byte> Bytes => _bytes.WrittenMemory;

    /// <summary>No more is read, because the limit is reached.</summary>
    public bool IsCut { get; private set; }

    /// <summary>No more is read, because the bodies of other probes take the room.</summary>
    public bool HasNoRoom { get; private set; }

    /// <returns>Whether more is wanted.</returns>
    public bool Add(ReadOnlySpan<byte> block)
    {
        var wanted = block[..Math.Min(block.Length, max - _bytes.WrittenCount)];
        IsCut = wanted.Length < block.Length;
        if (_bytes.WrittenCount + wanted.Length is > Small and var length && length > _taken)
        {
            var step = Math.Min(2 * length, max) - _taken; // as the buffer grows
            HasNoRoom = !room.TryTake(step);
            _taken += HasNoRoom ? 0 : step;
        }

        if (!HasNoRoom)
        {
            _bytes.Write(wanted);
        }

        return !IsCut && !HasNoRoom;
    }

    public void Dispose() => room.Return(_taken);
}
