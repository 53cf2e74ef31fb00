using System.Buffers;
using System.Buffers.Binary;
using System.Collections.Concurrent;
using System.Text;
using Sigma.Streams.Alerts;

namespace Sigma.Streams.Avro;

/// <summary>Alerts in Avro, with the id of <see cref="Schema"/> before them. The registry is asked once for each topic.</summary>
/// <param name="registry">Where the schema is.</param>
/// <param name="registers">Whether it is registered if it is not there.</param>
internal sealed class AvroAlerts(SchemaRegistry registry, bool registers)
{
    /// <summary>The members of an alert in JSON, with texts for those that rules name.</summary>
    public const string Schema = """
        {"type":"record","name":"Alert","namespace":"sigma","fields":[
        {"name":"rule","type":{"type":"record","name":"Rule","fields":[
        {"name":"id","type":"string"},{"name":"title","type":"string"},{"name":"level","type":["null","string"],"default":null}]}},
        {"name":"event","type":{"type":"record","name":"Event","fields":[
        {"name":"source","type":"string"},{"name":"partition","type":"long"},{"name":"offset","type":"long"},
        {"name":"inside","type":["null","int"],"default":null}]}},
        {"name":"id","type":"string"},
        {"name":"time","type":["null",{"type":"long","logicalType":"timestamp-micros"}],"default":null},
        {"name":"fields","type":{"type":"map","values":"string"}},
        {"name":"captures","type":{"type":"map","values":"string"}},
        {"name":"custom","type":{"type":"map","values":"string"},"default":{}},
        {"name":"repeats","type":"long","default":0},
        {"name":"record","type":["null","string"],"default":null}]}
        """;

    private readonly ConcurrentDictionary<string, int> _ids = [];

    /// <exception cref="IOException">The registry does not answer, or refuses the schema.</exception>
    public byte[] Of(string topic, Alert alert)
    {
        if (!_ids.TryGetValue(topic, out var id))
        {
            id = _ids[topic] = registry.IdOfAsync(topic, Schema, registers).GetAwaiter().GetResult();
        }

        var buffer = new ArrayBufferWriter<byte>(1024);
        buffer.GetSpan(1)[0] = 0;
        buffer.Advance(1);
        BinaryPrimitives.WriteInt32BigEndian(buffer.GetSpan(sizeof(int)), id);
        buffer.Advance(sizeof(int));
        Write(buffer, alert);
        return buffer.WrittenSpan.ToArray();
    }

    private static void Write(ArrayBufferWriter<byte> buffer, Alert alert)
    {
        Text(buffer, alert.RuleId);
        Text(buffer, alert.Title);
        Option(buffer, alert.Level is not null);
        if (alert.Level is { } level)
        {
            Text(buffer, level);
        }

        Text(buffer, alert.Event.Source);
        Long(buffer, alert.Event.Partition);
        Long(buffer, alert.Event.Offset);
        Option(buffer, alert.Event.Inside is not null);
        if (alert.Event.Inside is { } inside)
        {
            Long(buffer, inside);
        }

        Text(buffer, alert.Id);
        Option(buffer, alert.Time is not null);
        if (alert.Time is { } time)
        {
            Long(buffer, (time.UtcTicks - DateTime.UnixEpoch.Ticks) / TimeSpan.TicksPerMicrosecond);
        }

        Map(buffer, [.. alert.Fields.Select(field => KeyValuePair.Create(field.Name, field.Text))]);
        Map(buffer, alert.Captures);
        Map(buffer, alert.CustomFields);
        Long(buffer, alert.Repeats);
        Option(buffer, !alert.Record.IsEmpty);
        if (!alert.Record.IsEmpty)
        {
            Bytes(buffer, alert.Record.Span);
        }
    }

    /// <summary>The branch of a union with null, which comes first.</summary>
    private static void Option(ArrayBufferWriter<byte> buffer, bool isThere) => Long(buffer, isThere ? 1 : 0);

    private static void Map(ArrayBufferWriter<byte> buffer, IReadOnlyList<KeyValuePair<string, string>> texts)
    {
        if (texts.Count > 0)
        {
            Long(buffer, texts.Count);
            foreach (var (name, text) in texts)
            {
                Text(buffer, name);
                Text(buffer, text);
            }
        }

        Long(buffer, 0);
    }

    private static void Text(ArrayBufferWriter<byte> buffer, string text) => Bytes(buffer, Encoding.UTF8.GetBytes(text));

    private static void Bytes(ArrayBufferWriter<byte> buffer, ReadOnlySpan<byte> bytes)
    {
        Long(buffer, bytes.Length);
        buffer.Write(bytes);
    }

    private static void Long(ArrayBufferWriter<byte> buffer, long value)
    {
        const int MaxVarintBytes = 10;
        var span = buffer.GetSpan(MaxVarintBytes);
        var (rest, length) = ((ulong)((value << 1) ^ (value >> 63)), 0);
        for (; rest >= 0x80; rest >>= 7)
        {
            span[length++] = (byte)(rest | 0x80);
        }

        span[length++] = (byte)rest;
        buffer.Advance(length);
    }
}
