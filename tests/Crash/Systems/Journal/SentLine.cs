using System.Text;
using Crash.Faults;

namespace Crash.Systems.Journal;

/// <summary>A line that was sent once. It is its own identity.</summary>
internal sealed class SentLine(string id) : ILedgerEntry
{
    public string Id => id;

    public byte[]? Acknowledged { get; private set; }

    public void Acknowledge() => Acknowledged = Encoding.UTF8.GetBytes(id);

    public string? FaultOf(byte[] content) => ContentFault.Between(Encoding.UTF8.GetBytes(id), content);
}
