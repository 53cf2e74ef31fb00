using System.Collections.Frozen;
using Gateway.Features.Metrics;
using Gateway.Features.Settings;
using Gateway.Features.Upstream;
using Microsoft.Extensions.Options;

namespace Gateway.Features.Backends;

/// <summary>The sets of backends by name: the analyzers, and those of other services.</summary>
internal sealed class BackendSets(
    ConnectionOptions connections, IOptions<GatewayOptions> options, GatewayMetrics metrics, TimeProvider time, ILogger<BackendPool> logger)
    : IDisposable
{
    private readonly Lock _gate = new();
    private FrozenDictionary<string, BackendPool> _others = FrozenDictionary<string, BackendPool>.Empty;

    /// <summary>The analyzers. REST goes to them, and every gRPC call without a route.</summary>
    public BackendPool Analyzers { get; } = new(
        address => new SocketsUpstream(address, options.Value.ConnectionsPerBackend, connections), options, metrics, time, logger)
    {
        Authorization = connections.Authorization,
    };

    public IEnumerable<BackendPool> All =>
        [Analyzers, .. Volatile.Read(ref _others).Values.OrderBy(pool => pool.Name, StringComparer.Ordinal)];

    /// <param name="name">Null for the analyzers.</param>
    /// <returns>Null for a set that was removed just now.</returns>
    public BackendPool? Find(string? name) =>
        name is null || name.Equals(Analyzers.Name, StringComparison.OrdinalIgnoreCase) ? Analyzers
        : Volatile.Read(ref _others).GetValueOrDefault(name);

    /// <summary>Uses these sets from now on. Sets and backends that stay keep their connections and calls, others are drained.</summary>
    public void Update(GatewayOptions settings)
    {
        lock (_gate)
        {
            var before = _others;
            var after = settings.Sets.ToDictionary(
                set => set.Key, set => Kept(before, set.Key, set.Value) ?? Make(set.Key, set.Value), StringComparer.OrdinalIgnoreCase);
            Analyzers.Update(BackendAddressesAttribute.Parse(settings.Backends));
            foreach (var (name, pool) in after)
            {
                var added = pool.Update(BackendAddressesAttribute.Parse(settings.Sets[name].Backends));
                if (before.TryGetValue(name, out var old) && old != pool)
                {
                    Know(added, old.Backends);
                }
            }

            Volatile.Write(ref _others, after.ToFrozenDictionary(StringComparer.OrdinalIgnoreCase));
            foreach (var gone in before.Values.Except(after.Values))
            {
                gone.Update([]);
            }
        }
    }

    public void Dispose()
    {
        foreach (var pool in All)
        {
            pool.Dispose();
        }
    }

    /// <summary>Until they are watched, backends that another key is for count as what they were.</summary>
    private static void Know(IReadOnlyList<Backend> added, IReadOnlyList<Backend> before)
    {
        foreach (var backend in added)
        {
            backend.State = before.FirstOrDefault(known => known.Address == backend.Address)?.State ?? backend.State;
        }
    }

    /// <summary>A set with another key needs other connections.</summary>
    private static BackendPool? Kept(FrozenDictionary<string, BackendPool> before, string name, SetSettings settings) =>
        before.GetValueOrDefault(name) is { } pool && pool.Authorization == BackendTls.Authorization(settings.Key) ? pool : null;

    private BackendPool Make(string name, SetSettings settings)
    {
        var own = connections with { Authorization = BackendTls.Authorization(settings.Key) };
        return new(address => new SocketsUpstream(address, options.Value.ConnectionsPerBackend, own), options, metrics, time, logger)
        {
            Name = name,
            Authorization = own.Authorization,
        };
    }
}
