using System.Text;

namespace Kafka.Client.Producing;

/// <param name="Topic">Where to.</param>
/// <param name="Key">Records of one key keep their order; null for any partition.</param>
/// <param name="Value">Null deletes the key in a compacted topic.</param>
/// <param name="Time">Null for now.</param>
public sealed record ProducedRecord(string Topic, byte[]? Key, byte[]? Value, DateTimeOffset? Time = null)
{
    /// <summary>The headers of the record.</summary>
    public IReadOnlyList<KeyValuePair<string, byte[]>> Headers { get; init; } = [];

    /// <summary>The bytes of key, value and headers.</summary>
    internal long Bytes =>
        (Key?.LongLength ?? 0) + (Value?.LongLength ?? 0)
        + Headers.Sum(header => Encoding.UTF8.GetByteCount(header.Key) + header.Value.LongLength);
}
