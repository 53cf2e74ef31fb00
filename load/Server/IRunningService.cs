using Load.Monitoring;

namespace Load.Server;

/// <summary>A service that answers, whoever started it.</summary>
internal interface IRunningService : IAsyncDisposable
{
    /// <summary>HTTP/1.1.</summary>
    Uri Http { get; }

    /// <summary>HTTP/2, in cleartext unless it is https.</summary>
    Uri Grpc { get; }

    /// <summary>What the process has used up to now; null when it has ended, or is not ours to look at.</summary>
    ProcessUsage? Usage { get; }

    /// <summary>Known only of a process that the lab started.</summary>
    bool HasExited { get; }
}
