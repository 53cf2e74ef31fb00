using System.Buffers;
using Microsoft.AspNetCore.Connections;

namespace Analyzer.Service.Features.Transport;

/// <summary>Hands Kestrel its block pools, and trims them while they idle.</summary>
internal sealed class BlockPoolFactory : IMemoryPoolFactory<byte>, IDisposable
{
    // A collection is worth its pause once so much lies waiting for one.
    private const long CollectAt = 16 << 20;

    private static readonly TimeSpan TrimInterval = TimeSpan.FromSeconds(5);

    private readonly List<BlockPool> _pools = [];
    private readonly ITimer _timer;
    private long _released;

    public BlockPoolFactory(TimeProvider time) => _timer = time.CreateTimer(_ => Trim(), null, TrimInterval, TrimInterval);

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
    private void Trim()
    {
        lock (_pools)
        {
            var released = _pools.Sum(pool => pool.Trim());
            _released += released;
            if (released == 0 && _released >= CollectAt)
            {
                _released = 0;
                GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
            }
        }
    }
}
