namespace Analyzer.Engines.Contract;

/// <summary>
/// What engines have in common that must look back and forth: the file is kept, as far as the budget of all parts allows, and read at its
/// end. Of a larger file the beginning is kept, and the file is unable.
/// </summary>
internal abstract class KeepingEngine : StreamingEngine
{
    private const int FirstCapacity = 64 * 1024;

    private readonly KeptBytes _kept = new(FirstCapacity);
    private long _size;

    /// <summary>Whether nothing of the file is missing.</summary>
    protected bool IsWhole => _kept.Length == _size;

    /// <summary>Whether further bytes are wanted; asked after each piece.</summary>
    protected virtual bool WantsMore => true;

    protected ReadOnlyMemory<byte> KeptMemory => _kept.Memory;

    protected ReadOnlySpan<byte> Kept => _kept.Span;

    public override Assessment Complete(ReadOnlySpan<byte> prefix)
    {
        if (!IsWhole)
        {
            Evidence.Miss(Gap.TooLarge, _kept.Length);
        }

        return Judge();
    }

    public override void Reset()
    {
        _kept.Clear();
        _size = 0;
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

        _kept.Append(bytes, Parts.Budget, Parts.Depth);
    }
}
