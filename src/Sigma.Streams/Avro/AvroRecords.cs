using System.Buffers.Binary;
using System.Collections.Concurrent;

namespace Sigma.Streams.Avro;

/// <summary>
/// Reads records that begin with a schema's id, as Confluent's serializers write them: a zero, four bytes, the value. While the registry
/// does not answer, it waits: nothing is lost, and nothing else is read.
/// </summary>
/// <param name="registry">The registry; null without one.</param>
/// <param name="report">Gets why it waits; null when it no longer does.</param>
/// <param name="time">The clock.</param>
internal sealed class AvroRecords(SchemaRegistry? registry, Action<string?> report, TimeProvider time)
{
    private const int HeaderBytes = 5;
    private const int MaxKnown = 1000;

    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    /// <summary>An unknown id may be registered later.</summary>
    private static readonly TimeSpan ProblemLife = TimeSpan.FromSeconds(30);

    private readonly ConcurrentDictionary<int, (KnownSchema Schema, DateTimeOffset At)> _known = [];

    /// <summary>Whether a record begins with a schema's id: no JSON begins with a zero.</summary>
    public static bool IsOne(ReadOnlySpan<byte> record) => record.Length >= HeaderBytes && record[0] == 0;

    /// <returns>The record as JSON, or a sentence that says why it is not one.</returns>
    public (ReadOnlyMemory<byte> Json, string? Problem) Read(ReadOnlyMemory<byte> record, CancellationToken cancellationToken)
    {
        var (id, value) = (BinaryPrimitives.ReadInt32BigEndian(record.Span[1..]), record[HeaderBytes..]);
        if (registry is null)
        {
            return (default, $"it begins with the schema id {id}: set Kafka:SchemaRegistry to read it.");
        }

        var schema = Find(registry, id, cancellationToken);
        try
        {
            return schema.Problem is { } problem ? (default, $"it {problem}")
                : (schema.Schema is { } avro ? AvroJson.Of(avro, value.Span) : value, null);
        }
        catch (AvroDataException exception)
        {
            return (default, $"it has the schema {id}, and {exception.Message}");
        }
    }

    private KnownSchema Find(SchemaRegistry from, int id, CancellationToken cancellationToken)
    {
        if (_known.TryGetValue(id, out var known) && (known.Schema.Problem is null || time.GetUtcNow() - known.At < ProblemLife))
        {
            return known.Schema;
        }

        for (var hasWaited = false; ; hasWaited = true)
        {
            cancellationToken.ThrowIfCancellationRequested();
            try
            {
                var found = from.FindAsync(id).WaitAsync(cancellationToken).GetAwaiter().GetResult();
                if (hasWaited)
                {
                    report(null);
                }

                if (_known.Count >= MaxKnown)
                {
                    _known.Clear(); // ids that somebody makes up
                }

                _known[id] = (found, time.GetUtcNow());
                return found;
            }
            catch (IOException exception)
            {
                report(exception.Message);
                cancellationToken.WaitHandle.WaitOne(Pause);
            }
        }
    }
}
