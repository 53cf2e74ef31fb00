using Load.Machine;

namespace Load.Systems.Analyzer.Transports;

/// <summary>A way to the service: its connections, shared by all callers.</summary>
internal interface ITransport : IAsyncDisposable
{
    /// <summary>All bytes of its connections; null over QUIC, where nobody can count them.</summary>
    WireCounter? Wire { get; }

    ICaller NewCaller(int number);
}
