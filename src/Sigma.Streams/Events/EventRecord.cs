using Sigma.Streams.Alerts;

namespace Sigma.Streams.Events;

/// <summary>What should be a record.</summary>
/// <param name="File">The path that was named, or found under the folder that was named.</param>
/// <param name="Index">How many came before it in the file.</param>
/// <param name="Offset">Its first byte in the file; in what a compressed file holds.</param>
/// <param name="Utf8">Its bytes, those beyond a limit left out.</param>
internal readonly record struct EventRecord(string File, long Index, long Offset, ReadOnlyMemory<byte> Utf8)
{
    public EventPlace Place => new(File, 0, Offset, Index);
}
