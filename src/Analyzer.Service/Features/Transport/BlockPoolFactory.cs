using System.Buffers;
using Microsoft.AspNetCore.Connections;

namespace Analyzer.Service.Features.Transport;

/// <summary>Hands Kestrel its block pools, and trims them while they idle.</summary>
internal sealed class BlockPoolFactory : IMemoryPoolFactory<byte>, IDisposable
{
    private static readonly TimeSpan TrimInterval = TimeSpan.FromSeconds(5);

    private readonly List<BlockPool> _pools = [];
    private readonly ITimer _timer;

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

    private void Trim()
    {
        lock (_pools)
        {
            _pools.ForEach(pool => pool.Trim());
        }
    }
}
