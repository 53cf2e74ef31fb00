using System.Buffers;
using System.Collections.Concurrent;
using System.Runtime.InteropServices;

namespace Analyzer.Service.Features.Transport;

/// <summary>
/// Kestrel's receive and send buffers, in blocks of 64 KiB instead of 4 KiB: a receive fills at most one block, and every block
/// costs a system call, a pipe flush and a hand-over between threads. Blocks are pinned for good, so that the socket need not pin them.
/// </summary>
/// <remarks>
/// CPU per GB of a null upload (10 MB bodies over four connections, two busy cores; the lab's <c>ceilings</c> suite measures it anew):
/// 0.25 of what Kestrel's own pool takes. Blocks of 32, 128 and 256 KiB gave the same within the spread, 16 KiB took a third more.
/// </remarks>
internal sealed class BlockPool : MemoryPool<byte>
{
    public const int BlockSize = 64 * 1024;

    private readonly ConcurrentStack<Block> _idle = new();
    private int _idleCount;
    private int _leastIdle;
    private volatile bool _disposed;

    public override int MaxBufferSize => BlockSize;

    /// <summary>Blocks that nobody uses now.</summary>
    public int IdleCount => Volatile.Read(ref _idleCount);

    public override IMemoryOwner<byte> Rent(int minBufferSize = -1)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan(minBufferSize, BlockSize);
        if (!_idle.TryPop(out var block))
        {
            return new Block(this);
        }

        // Races between the two lines only blur the low-water mark, which is a hint for trimming.
        var left = Interlocked.Decrement(ref _idleCount);
        if (left < Volatile.Read(ref _leastIdle))
        {
            Volatile.Write(ref _leastIdle, left);
        }

        return block;
    }

    /// <summary>Lets go of the blocks that nobody has needed since the last call.</summary>
    /// <returns>Bytes that the garbage collector may take back.</returns>
    public long Trim()
    {
        // Untouched when nothing was rented since: then all that idle are unused.
        var unused = Math.Min(Interlocked.Exchange(ref _leastIdle, int.MaxValue), IdleCount);
        var released = 0L;
        for (; unused > 0 && _idle.TryPop(out _); unused--)
        {
            Interlocked.Decrement(ref _idleCount);
            released += BlockSize;
        }

        return released;
    }

    protected override void Dispose(bool disposing)
    {
        _disposed = true;
        _idle.Clear();
    }

    private void Return(Block block)
    {
        if (!_disposed)
        {
            Interlocked.Increment(ref _idleCount);
            _idle.Push(block);
        }
    }

    private sealed class Block : IMemoryOwner<byte>
    {
        private readonly BlockPool _pool;

        public Block(BlockPool pool)
        {
            _pool = pool;
            Memory = MemoryMarshal.CreateFromPinnedArray(GC.AllocateUninitializedArray<byte>(BlockSize, pinned: true), 0, BlockSize);
        }

        public Memory<byte> Memory { get; }

        public void Dispose() => _pool.Return(this);
    }
}
