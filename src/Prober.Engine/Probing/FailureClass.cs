namespace Prober.Engine.Probing;

/// <summary>Why a probe has no good result. The last three are no evidence against the target.</summary>
public enum FailureClass
{
    None,

    /// <summary>The name does not exist, or its server cannot tell.</summary>
    Dns,
    Refused,
    Unreachable,
    Timeout,

    /// <summary>The connection broke off.</summary>
    Reset,

    /// <summary>The connection ended where only TLS could have said that the answer is whole, and TLS did not say so.</summary>
    Truncated,
    Tls,
    Certificate,

    /// <summary>The answer does not follow the protocol.</summary>
    Protocol,
    TooLarge,
    Redirect,

    /// <summary>The target answered, and not what it should: a status, a content.</summary>
    Status,
    Content,

    /// <summary>No name server answered.</summary>
    Resolver,

    /// <summary>A bound of the prober or its machine: handles, ports.</summary>
    Limit,

    /// <summary>The prober was late itself while it probed.</summary>
    Strained,
}

public static class FailureClasses
{
    /// <summary>Whether the failure says something about the target.</summary>
    public static bool IsEvidence(this FailureClass failure) => failure < FailureClass.Resolver;
}
