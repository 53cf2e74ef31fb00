namespace Prober.Engine.Probing;

/// <summary>Why a probe failed. The last three are no evidence against the target.</summary>
public enum FailureClass
{
    None,

    /// <summary>The name does not exist, or its server cannot tell.</summary>
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

    /// <summary>No name server answered.</summary>
    Resolver,

    /// <summary>A limit of the prober or its machine: handles, ports.</summary>
    Limit,

    /// <summary>The prober itself was late during the probe.</summary>
    Strained,
}

public static class FailureClasses
{
    /// <summary>Whether the failure says something about the target.</summary>
    public static bool IsEvidence(this FailureClass failure) => failure < FailureClass.Resolver;
}
