using Analyzer.Engines.Content;

namespace Analyzer.Engines.Contract;

/// <summary>What engines have in common that read a file as it arrives, whatever pieces it arrives in.</summary>
internal abstract class StreamingEngine : ITypeEngine
{
    public abstract IReadOnlyList<EngineRule> Rules { get; }

    protected Evidence Evidence { get; } = new();

    /// <summary>Set while the engine has a file.</summary>
    protected IParts Parts { get; private set; } = null!;

    public bool Begin(ReadOnlySpan<byte> prefix, IParts parts)
    {
        Parts = parts;
        if (!IsMine(prefix))
        {
            Parts = null!;
            return false;
        }

        Start();
        Read(prefix);
        return true;
    }

    public void Append(ReadOnlySpan<byte> slice, ByteHistogram histogram)
    {
        histogram.Add(slice);
        Read(slice);
    }

    public abstract Assessment Complete(ReadOnlySpan<byte> prefix);

    public virtual void Reset()
    {
        Evidence.Clear();
        Parts = null!;
    }

    public virtual void Dispose() => GC.SuppressFinalize(this);

    /// <summary>Recognises the type by the first 4,096 bytes.</summary>
    protected abstract bool IsMine(ReadOnlySpan<byte> prefix);

    /// <summary>Called before the first bytes.</summary>
    protected virtual void Start()
    {
    }

    /// <summary>Takes all bytes in order, those that the type was recognised by first.</summary>
    protected abstract void Read(ReadOnlySpan<byte> bytes);
}
