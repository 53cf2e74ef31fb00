using System.Buffers;
using System.Text.Json;
using Journal.Features.Search;
using Journal.Features.Replay;
using Journal.Log.Folders;
using Journal.Log.Reading;
using Journal.Log.Recipients;
using Journal.Log.Tiles;
using Journal.Log.Trees;

namespace Journal.Features.Bundles;

/// <summary>The frames of a bundle as lines of JSON: header, path to the root, and each record or its hash.</summary>
/// <param name="folder">The journal.</param>
/// <param name="key">Opens the records.</param>
/// <param name="bounds">The first record, and the one after the last.</param>
/// <param name="tiles">The tree of the checkpoint.</param>
internal sealed class EvidenceFrames(JournalFolder folder, ReaderKey key, SearchQuery bounds, TileReader tiles)
{
    /// <summary>The first sequence that was written; -1 for none.</summary>
    public long First { get; private set; } = -1;

    /// <summary>The sequence after the last one.</summary>
    public long Next { get; private set; }

    /// <exception cref="InvalidDataException">A record is missing, damaged, not for this key, or not signed yet.</exception>
    public IEnumerable<(long Frame, byte[] Line)> Lines(CancellationToken cancellationToken)
    {
        var segments = folder.ListSegments();
        for (var i = 0; i < segments.Count; i++)
        {
            cancellationToken.ThrowIfCancellationRequested();
            long? end = i + 1 < segments.Count ? segments[i + 1].FirstFrame : null;
            using var frames = SegmentFrames.Open(segments[i], key, LogReader.DefaultThreads);
            var map = frames.Map(end);
            if (!map.Frames.Any(bounds.MayHold))
            {
                continue;
            }

            if (frames.IsForOthers)
            {
                throw new InvalidDataException(
                    $"{Path.GetFileName(segments[i].Path)} is not for this key: its records cannot be exported.");
            }

            if (map.Problems.Count > 0)
            {
                throw new InvalidDataException(
                    $"Frame {map.Problems[0].Index} is damaged: {map.Problems[0].Problem}. journal verify says more.");
            }

            foreach (var written in frames.Open(map.Frames.Where(bounds.MayHold).Select(frame => frame.Place), null, Write))
            {
                cancellationToken.ThrowIfCancellationRequested();
                if (written is not var (first, next, unproven))
                {
                    continue; // none of its records is within the bounds
                }

                if (First >= 0 && first != Next)
                {
                    throw new InvalidDataException($"Record {Next} is missing: the records that follow it begin with {first}.");
                }

                (First, Next) = (First < 0 ? first : First, next);
                yield return (unproven.Index, Prove(unproven));
            }
        }
    }

    /// <summary>On the thread that has opened the frame.</summary>
    private (long First, long Next, FrameToProve Frame)? Write(ReadFrame frame)
    {
        if (frame.Found.Problem is { } problem)
        {
            throw new InvalidDataException($"Frame {frame.Found.Index} is damaged: {problem}. journal verify says more.");
        }

        var (first, next) = (-1L, -1L);
        var hashes = frame.Records.LeafHashes();
        var records = new List<ProvenRecord>(frame.Records.Count);
        for (var i = 0; i < frame.Records.Count; i++)
        {
            var record = frame.Records[i];
            var isIn = bounds.Select(record) == Selection.In;
            var isRedacted = frame.Records.Redacted.ContainsKey(i);
            records.Add(new(
                isIn && !isRedacted ? frame.Records.LeafOf(i) : null, hashes[(i * MerkleTree.HashBytes)..((i + 1) * MerkleTree.HashBytes)],
                isRedacted));
            if (isIn)
            {
                if (first >= 0 && record.Sequence != next)
                {
                    throw new InvalidDataException(
                        $"The clock was set back before record {record.Sequence}: times do not bound the records here. Give sequences.");
                }

                (first, next) = (first < 0 ? record.Sequence : first, record.Sequence + 1);
            }
        }

        return first < 0 ? null : (first, next, new(frame.Found.Index, frame.Found.Raw.ToArray(), records));
    }

    private byte[] Prove(FrameToProve frame)
    {
        if (frame.Index >= tiles.Size)
        {
            throw new InvalidDataException("No checkpoint covers the last of these records yet. One is written every second: try again.");
        }

        var buffer = new ArrayBufferWriter<byte>();
        using (var json = new Utf8JsonWriter(buffer))
        {
            json.WriteStartObject();
            json.WriteBase64String("header", frame.Header);
            json.WriteStartArray("path");
            foreach (var hash in MerkleTree.InclusionPath(tiles.Hash, frame.Index, tiles.Size))
            {
                json.WriteBase64StringValue(hash);
            }

            json.WriteEndArray();
            json.WriteStartArray("records");
            foreach (var (record, hash, isRedacted) in frame.Records)
            {
                json.WriteStartObject();
                if (isRedacted)
                {
                    json.WriteBoolean("redacted", true);
                }

                json.WriteBase64String(record is null ? "hash" : "record", record ?? hash);
                json.WriteEndObject();
            }

            json.WriteEndArray();
            json.WriteEndObject();
        }

        return [.. buffer.WrittenSpan, (byte)'\n'];
    }

    private sealed record FrameToProve(long Index, byte[] Header, List<ProvenRecord> Records);

    /// <param name="Record">Null if only the hash is shown.</param>
    private sealed record ProvenRecord(byte[]? Record, byte[] Hash, bool IsRedacted);
}
