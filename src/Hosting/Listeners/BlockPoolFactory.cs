using System.Buffers;
using Microsoft.AspNetCore.Connections;

namespace Hosting.Listeners;

/// <summary>Gives Kestrel its block pools, and returns unneeded memory of the pools and the heap to the system.</summary>
internal sealed class BlockPoolFactory : IMemoryPoolFactory<byte>, IDisposable
{
    private static readonly TimeSpan LookInterval = TimeSpan.FromSeconds(5);

    // Under load, releases blocks that were not needed for 30 s; with a shorter time they would soon be allocated again.
    private const int BusyLooksPerTrim = 6;

    private readonly List<BlockPool> _pools = [];
    private readonly ITimer _timer;
    private readonly IdleLooks _looks = new();
    private int _busyLooks;
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

    // When the uploads are over nothing allocates any more, so that no collection would run by itself to release the memory.
    private void Look()
    {
        lock (_pools)
        {
            _looks.Look(GC.GetTotalAllocatedBytes());
            _busyLooks = _looks.IsIdle ? 0 : (_busyLooks + 1) % BusyLooksPerTrim;
            if (_busyLooks == 0)
            {
                _released += _pools.Sum(pool => pool.Trim());
            }

            if (_looks.IsDue(_released))
            {
                GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
                _released = 0;
            }
        }
    }
}
