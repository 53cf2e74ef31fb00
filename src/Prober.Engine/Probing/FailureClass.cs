namespace Prober.Engine.Probing;

/// <summary>Why a probe failed. Those from <see cref="Resolver"/> on are failures of the prober's own side, and no evidence.</summary>
public enum FailureClass
{
    None,

    /// <summary>The name does not exist, or has no address.</summary>
    Dns,
    Refused,
    Unreachable,
    Timeout,

    /// <summary>The connection was lost.</summary>
    Reset,

    /// <summary>The connection ended without TLS's own close, which alone can show that the answer is complete.</summary>
    Truncated,
    Tls,
    Certificate,

    /// <summary>The answer violates the protocol.</summary>
    Protocol,
    TooLarge,
    Redirect,

    /// <summary>The target answered, but with the wrong status or content.</summary>
    Status,
    Content,

    /// <summary>It succeeded, but took too long.</summary>
    Slow,

    /// <summary>No name server could tell, or the address is from an answer whose time is over.</summary>
    Resolver,

    /// <summary>This machine has no way to the address.</summary>
    Route,

    /// <summary>The prober's proxy does not work, or refuses the prober.</summary>
    Proxy,

    /// <summary>A limit of the prober or its machine: handles, ports.</summary>
    Limit,

    /// <summary>The clock of this machine is wrong.</summary>
    Clock,

    /// <summary>This machine has no authorities to trust.</summary>
    Trust,

    /// <summary>Something that the probe needs, such as a file with a key, is not there.</summary>
    Setup,

    /// <summary>No canary answered either.</summary>
    Canary,

    /// <summary>A target in front of this one fails too.</summary>
    Dependency,

    /// <summary>The body is longer than the probe reads, and what it looks for may still come.</summary>
    MaxBody,

    /// <summary>The prober itself was late during the probe.</summary>
    Strained,
}

public static class FailureClasses
{
    /// <summary>Whether the failure says something about the target.</summary>
    public static bool IsEvidence(this FailureClass failure) => failure < FailureClass.Resolver;
}
