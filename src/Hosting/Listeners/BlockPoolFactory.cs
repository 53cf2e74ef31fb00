using System.Buffers;
using Microsoft.AspNetCore.Connections;

namespace Hosting.Listeners;

/// <summary>Hands Kestrel its block pools, and gives back to the system what they, and the rest of the heap, need no longer.</summary>
internal sealed class BlockPoolFactory : IMemoryPoolFactory<byte>, IDisposable
{
    // A collection is worth its pause (some 30 ms) once so much lies waiting for one.
    private const long CollectAt = 16 << 20;

    // Between two looks; what health checks and scrapes allocate is far less.
    private const long IdleAllocation = 8 << 20;

    private static readonly TimeSpan LookInterval = TimeSpan.FromSeconds(5);

    // While there is work, blocks that nobody needed for 30 s: those of a shorter lull would only be made anew.
    private const int BusyLooksPerTrim = 6;

    private readonly List<BlockPool> _pools = [];
    private readonly ITimer _timer;
    private int _busyLooks;
    private long _allocatedAtLook;
    private long _allocatedAtCollection;
    private long _released;

    public BlockPoolFactory(TimeProvider time) => _timer = time.CreateTimer(_ => Look(), null, LookInterval, LookInterval);

    public MemoryPool<byte> Create(MemoryPoolOptions? options = null)
    {
        var pool = new BlockPool();
        lock (_pools)
        {
            _pools.Add(pool);
        }

        return pool;
    }

    public void Dispose() => _timer.Dispose();

    // When the uploads are over nothing allocates any more, so no collection would come by itself to give the memory back.
    private void Look()
    {
        lock (_pools)
        {
            var allocated = GC.GetTotalAllocatedBytes();
            var idle = allocated - _allocatedAtLook < IdleAllocation;
            _allocatedAtLook = allocated;
            _busyLooks = idle ? 0 : (_busyLooks + 1) % BusyLooksPerTrim;
            if (_busyLooks == 0)
            {
                _released += _pools.Sum(pool => pool.Trim());
            }

            if (_released + (idle ? allocated - _allocatedAtCollection : 0) >= CollectAt)
            {
                GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
                _allocatedAtCollection = allocated;
                _released = 0;
            }
        }
    }
}
