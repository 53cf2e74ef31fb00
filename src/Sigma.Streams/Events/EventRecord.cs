using Sigma.Streams.Alerts;

namespace Sigma.Streams.Events;

/// <summary>An input that should be a record.</summary>
/// <param name="File">The path of the file, as named or found in a named folder.</param>
/// <param name="Index">The number of records before it in the file.</param>
/// <param name="Offset">The offset of its first byte in the file, or in the content of a compressed file.</param>
/// <param name="Utf8">Its bytes, up to a limit.</param>
/// <param name="Inside">The number of records before it in its container; null if it is in none.</param>
internal readonly record struct EventRecord(string File, long Index, long Offset, ReadOnlyMemory<byte> Utf8, int? Inside = null)
{
    public EventPlace Place => new(File, 0, Offset, Index, Inside);

    /// <summary>The place, for a message to a person.</summary>
    public override string ToString() =>
        $"{File}: record {Index} at byte {Offset}{(Inside is { } inside ? $", number {inside} of its container" : "")}";
}
