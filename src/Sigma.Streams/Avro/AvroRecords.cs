using System.Collections.Concurrent;

namespace Sigma.Streams.Avro;

/// <summary>
/// Reads records whose schema is named before their value or in a header. While the registry does not answer, it waits: nothing is lost,
/// and nothing else is read.
/// </summary>
/// <param name="registry">The registry; null without one.</param>
/// <param name="report">Gets why it waits; null when it no longer does.</param>
/// <param name="time">The clock.</param>
internal sealed class AvroRecords(SchemaRegistry? registry, Action<string?> report, TimeProvider time)
{
    private const int MaxKnown = 1000;

    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    /// <summary>An unknown id may be registered later.</summary>
    private static readonly TimeSpan ProblemLife = TimeSpan.FromSeconds(30);

    private readonly ConcurrentDictionary<SchemaKey, (KnownSchema Schema, DateTimeOffset At)> _known = [];

    /// <summary>Whether a record is what it is, whatever names a schema: JSON is, unless a registry may say otherwise.</summary>
    public bool IsPlain(ReadOnlySpan<byte> record) => registry is null && record is [(byte)'{' or (byte)'[', ..];

    /// <param name="record">The bytes of a record that is not plain.</param>
    /// <param name="header">Those of its header <see cref="SchemaKey.Header"/>; empty without one.</param>
    /// <param name="cancellationToken">Ends the waiting.</param>
    /// <returns>The record as JSON, unchanged if nothing names a schema; or a sentence that says why it is not JSON.</returns>
    public (ReadOnlyMemory<byte> Json, string? Problem) Read(
        ReadOnlyMemory<byte> record, ReadOnlySpan<byte> header, CancellationToken cancellationToken)
    {
        var (key, value) = SchemaKey.Read(header, out _) is { } named ? (named, record)
            : SchemaKey.Read(record.Span, out var length) is { } before ? (before, record[length..])
            : ((SchemaKey?)null, record);
        if (key is not { } schema)
        {
            return (record, null);
        }

        if (registry is null)
        {
            return (default, $"it has the schema id {schema}: set Kafka:SchemaRegistry to read it.");
        }

        var found = Find(registry, schema, cancellationToken);
        try
        {
            return found.Problem is { } problem ? (default, $"it {problem}")
                : (found.Schema is { } avro ? AvroJson.Of(avro, value.Span) : value, null);
        }
        catch (AvroDataException exception)
        {
            return (default, $"it has the schema {schema}, and {exception.Message}");
        }
    }

    private KnownSchema Find(SchemaRegistry from, SchemaKey key, CancellationToken cancellationToken)
    {
        if (_known.TryGetValue(key, out var known) && (known.Schema.Problem is null || time.GetUtcNow() - known.At < ProblemLife))
        {
            return known.Schema;
        }

        for (var hasWaited = false; ; hasWaited = true)
        {
            cancellationToken.ThrowIfCancellationRequested();
            try
            {
                var found = from.FindAsync(key).WaitAsync(cancellationToken).GetAwaiter().GetResult();
                if (hasWaited)
                {
                    report(null);
                }

                if (_known.Count >= MaxKnown)
                {
                    _known.Clear(); // ids that somebody makes up
                }

                _known[key] = (found, time.GetUtcNow());
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
