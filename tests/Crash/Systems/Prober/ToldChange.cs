using System.Text;
using Crash.Faults;

namespace Crash.Systems.Prober;

/// <summary>A change of state that the receiver was told of: who, when and what. Nobody hears of one that is not acknowledged.</summary>
/// <param name="At">Unix milliseconds.</param>
/// <param name="Doubt">Milliseconds in doubt before it.</param>
internal sealed record ToldChange(string Target, long At, string State, long Doubt) : ILedgerEntry
{
    public const string Up = "up";
    public const string Down = "down";

    public string Id => $"{Target} {State} at {At}";

    public byte[] Content => Encoding.UTF8.GetBytes($"{State}, {Doubt} ms in doubt");

    public byte[]? Acknowledged => Content;

    public string? FaultOf(byte[] content) => ContentFault.Between(Content, content);
}
