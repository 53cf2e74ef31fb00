using Prober.Engine.Certificates;

namespace Prober.Engine.Networking;

/// <summary>The resources that all probes share.</summary>
public sealed class ProbeNetwork(IResolver resolver, TimeProvider time)
{
    public IResolver Resolver => resolver;

    public TimeProvider Time => time;

    public PoliteClosing Closing { get; } = new(time);

    public ChainVerdicts Chains { get; } = new(time);

    public ProxyHealth Proxies { get; } = new(time);

    public BodyMemory Bodies { get; } = new(256L << 20);

    public ResumableHosts Resumable { get; } = new();
}
