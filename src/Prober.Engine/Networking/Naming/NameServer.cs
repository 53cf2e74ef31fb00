using System.Net;

namespace Prober.Engine.Networking.Naming;

/// <summary>
/// A name server, and whether it works: a server that answers no name at all with records does not show that a name is absent.
/// </summary>
internal sealed class NameServer(IPEndPoint address, TimeProvider time)
{
    private static readonly TimeSpan MaxAge = TimeSpan.FromHours(1);
    private long _answeredAt = long.MinValue;

    public IPEndPoint Address => address;

    /// <summary>It answered some name with records in the last hour.</summary>
    public bool AnswersNames => Volatile.Read(ref _answeredAt) is > long.MinValue and var at && time.GetElapsedTime(at) <= MaxAge;

    public void Answered() => Volatile.Write(ref _answeredAt, time.GetTimestamp());
}
