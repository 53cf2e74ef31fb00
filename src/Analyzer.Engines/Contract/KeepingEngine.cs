using System.Buffers;

namespace Analyzer.Engines.Contract;

/// <summary>
/// What engines have in common that must look back and forth: the file is kept, as far as the budget of all parts allows, and read at its
/// end. Of a larger file the beginning is kept, and the file is unable.
/// </summary>
internal abstract class KeepingEngine : StreamingEngine
{
    private const int FirstCapacity = 64 * 1024;
    private const int MaxGrowth = 1 << 20;

    private byte[] _kept = [];
    private int _capacity;
    private int _length;
    private long _size;

    /// <summary>Whether nothing of the file is missing.</summary>
    protected bool IsWhole => _length == _size;

    /// <summary>Whether further bytes are wanted; asked after each piece.</summary>
    protected virtual bool WantsMore => true;

    protected ReadOnlyMemory<byte> KeptMemory => _kept.AsMemory(0, _length);

    protected ReadOnlySpan<byte> Kept => _kept.AsSpan(0, _length);

    public override Assessment Complete(ReadOnlySpan<byte> prefix)
    {
        if (!IsWhole)
        {
            Evidence.Miss(Gap.TooLarge, _length);
        }

        return Judge();
    }

    public override void Reset()
    {
        if (_kept.Length > 0)
        {
            ArrayPool<byte>.Shared.Return(_kept);
            Parts.Budget.Release(_capacity);
        }

        (_kept, _capacity, _length, _size) = ([], 0, 0, 0);
        base.Reset();
    }

    /// <summary>Reads what was kept.</summary>
    protected abstract Assessment Judge();

    protected override void Read(ReadOnlySpan<byte> bytes)
    {
        var isWhole = IsWhole;
        _size += bytes.Length;
        if (!isWhole || !WantsMore)
        {
            return;
        }

        var kept = bytes[..Math.Min(bytes.Length, MakeRoom(bytes.Length))];
        kept.CopyTo(_kept.AsSpan(_length));
        _length += kept.Length;
    }

    /// <returns>The bytes that there is room for.</returns>
    private int MakeRoom(int wanted)
    {
        while (_capacity - _length < wanted)
        {
            var more = Parts.Budget.Keep(Math.Clamp(_capacity, FirstCapacity, MaxGrowth), Parts.Depth);
            if (more == 0)
            {
                break;
            }

            _capacity += more;
            var larger = ArrayPool<byte>.Shared.Rent(_capacity);
            Kept.CopyTo(larger);
            if (_kept.Length > 0)
            {
                ArrayPool<byte>.Shared.Return(_kept);
            }

            _kept = larger;
        }

        return _capacity - _length;
    }
}
