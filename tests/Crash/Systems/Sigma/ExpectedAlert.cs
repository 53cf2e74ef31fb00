using System.Text;
using Crash.Faults;

namespace Crash.Systems.Sigma;

/// <summary>An alert that has to come once.</summary>
/// <param name="id">Its rule and the values that make it one of a kind.</param>
internal sealed class ExpectedAlert(string id) : ILedgerEntry
{
    public string Id => id;

    public byte[]? Acknowledged { get; private set; }

    /// <summary>The broker has all events that it comes of: from now on it must come.</summary>
    /// <param name="place">Partition and offset of the event; empty for a correlation, which many events make.</param>
    public void Acknowledge(string place) => Acknowledged = Encoding.UTF8.GetBytes(place);

    /// <summary>The broker may hold an event that it did not acknowledge, at an unknown place.</summary>
    public string? FaultOf(byte[] content) => null;
}
