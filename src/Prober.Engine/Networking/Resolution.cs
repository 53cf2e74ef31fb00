using System.Net;
using System.Net.Sockets;

namespace Prober.Engine.Networking;

public enum ResolutionStatus
{
    Found,

    /// <summary>A name server that answers other names says that this one does not exist, or has no address of either family.</summary>
    NoSuchName,

    /// <summary>No name server could tell: that says nothing about the target.</summary>
    Unknown,
}

/// <param name="Addresses">Empty unless found.</param>
public sealed record Resolution(ResolutionStatus Status, IPAddress[] Addresses)
{
    public static Resolution NoSuchName { get; } = new(ResolutionStatus.NoSuchName, []);

    /// <summary>The addresses are from an answer whose time is over, because no name server could tell since.</summary>
    public bool IsStale { get; init; }

    /// <summary>Why nobody could tell, for a person.</summary>
    public string Reason { get; init; } = "";

    public static Resolution Found(IPAddress[] addresses) => new(ResolutionStatus.Found, addresses);

    public static Resolution Unknown(string reason) => new(ResolutionStatus.Unknown, []) { Reason = reason };
}

/// <summary>Finds the addresses of names.</summary>
public interface IResolver
{
    /// <param name="host">A name, not an address.</param>
    /// <param name="always">Asks again even if the answer is cached, and accepts no stale one.</param>
    /// <param name="family">The only family that serves; unspecified: IPv4, or IPv6 if there is no other.</param>
    /// <returns>Completes within a few time-outs of the name servers; others may wait for the same question.</returns>
    ValueTask<Resolution> ResolveAsync(string host, bool always, AddressFamily family = AddressFamily.Unspecified);

    /// <summary>Called repeatedly, by one thread; it does not wait.</summary>
    void Sweep();
}
