using System.Net;

namespace Prober.Engine.Networking;

public enum ResolutionStatus
{
    Found,

    /// <summary>The name does not exist, or has no address.</summary>
    NoSuchName,

    /// <summary>A name server answered that it cannot tell.</summary>
    ServerFailure,

    /// <summary>No name server answered: that says nothing about the target.</summary>
    Unreachable,
}

/// <param name="Addresses">Empty unless found.</param>
public sealed record Resolution(ResolutionStatus Status, IPAddress[] Addresses)
{
    public static Resolution NoSuchName { get; } = new(ResolutionStatus.NoSuchName, []);

    public static Resolution ServerFailure { get; } = new(ResolutionStatus.ServerFailure, []);

    public static Resolution Unreachable { get; } = new(ResolutionStatus.Unreachable, []);
}

/// <summary>Finds the addresses of names.</summary>
public interface IResolver
{
    /// <param name="host">A name, not an address.</param>
    /// <param name="always">Asks again even if the answer is cached.</param>
    /// <returns>Completes within a few time-outs of the name servers; others may wait for the same question.</returns>
    ValueTask<Resolution> ResolveAsync(string host, bool always);

    /// <summary>Called repeatedly, by one thread; it does not wait.</summary>
    void Sweep();
}
