using Durable;
using Journal.Log.Folders;
using Journal.Log.Frames;
using Journal.Log.Reading;
using Journal.Log.Recipients;
using Journal.Log.Signing;
using Journal.Log.Tiles;
using Journal.Log.Trees;

namespace Journal.Log.Proofs;

/// <summary>Makes proofs from a journal's folder. A server may write it at the same time.</summary>
public sealed class Prover(JournalFolder folder, ReaderKey key)
{
    /// <summary>Makes the proof of a record for its sender, without a reader's key.</summary>
    /// <param name="folder">The journal that has written it.</param>
    /// <param name="evidence">The data that the writer has kept.</param>
    /// <param name="place">The record's place in its frame.</param>
    /// <param name="note">A checkpoint that covers the frame.</param>
    /// <exception cref="InvalidDataException">The tiles of that checkpoint no longer exist.</exception>
    public static RecordProof Prove(JournalFolder folder, FrameEvidence evidence, int place, SignedNote note)
    {
        var header = FrameHeader.TryRead(evidence.RawHeader, out var problem) ?? throw new InvalidDataException(problem);
        var tiles = new TileReader(folder.Tiles, Checkpoint.Parse(note.Text).Size);
        return Make(tiles, evidence.RawHeader, header, place, evidence.LeafHashes, evidence.Leaves[place], note);
    }

    /// <inheritdoc cref="ProveAll"/>
    /// <returns>A proof that anybody with the log's key can check.</returns>
    public RecordProof Prove(long sequence) => ProveAll([sequence]).Single().Proof;

    /// <summary>Makes proofs in one pass over the log.</summary>
    /// <param name="sequences">The records, in any order.</param>
    /// <returns>Proofs that anybody with the log's key can check, in the order of the log.</returns>
    /// <exception cref="InvalidDataException">
    /// There is no such record, no checkpoint covers it yet, or the folder does not prove it.
    /// </exception>
    public IEnumerable<(long Sequence, RecordProof Proof)> ProveAll(IEnumerable<long> sequences)
    {
        long[] wanted = [.. sequences.Distinct().Order()];
        var next = 0;
        var reader = new LogReader(folder, key, _ => null) { Threads = 1 };
        var last = SegmentSearch.LastBefore(folder.ListSegments(), header => header.FirstSequence <= wanted[0]);
        foreach (var frame in reader.Read(last?.FirstFrame ?? 0, header => IsWanted(wanted, header)))
        {
            if (frame.IsForOthers)
            {
                throw new InvalidDataException(
                    $"Record {wanted[next]} is not for this key: its segment was sealed before this reader was added, or after it was "
                    + "removed.");
            }

            if (frame.Records.Count == 0 || frame.Found.Header is not { } header)
            {
                continue;
            }

            if (wanted[next] < header.FirstSequence)
            {
                break; // its frame cannot be read
            }

            for (; next < wanted.Length && wanted[next] < header.NextSequence; next++)
            {
                yield return (wanted[next], ProveChecked(wanted[next], frame, header));
            }

            if (next == wanted.Length)
            {
                yield break;
            }
        }

        throw new InvalidDataException($"There is no readable record {wanted[next]}.");
    }

    private static bool IsWanted(long[] sorted, FrameHeader header)
    {
        var place = Array.BinarySearch(sorted, header.FirstSequence);
        place = place < 0 ? ~place : place;
        return place < sorted.Length && sorted[place] < header.NextSequence;
    }

    /// <summary>The data is not checked before: frame, tiles and checkpoint either prove each other here, or the proof fails.</summary>
    private RecordProof ProveChecked(long sequence, ReadFrame frame, FrameHeader header)
    {
        if (frame.Records.Redacted.ContainsKey((int)(sequence - header.FirstSequence)))
        {
            throw new InvalidDataException($"Record {sequence} was redacted: only its hash is left.");
        }

        var proof = Prove(sequence, frame, header);
        return proof.Check(folder.ReadVerifier(), out var problem) is not null
            ? proof
            : throw new InvalidDataException(
                $"{folder.Path} does not prove record {sequence}: {problem}. To find the damage, run: journal verify");
    }

    private RecordProof Prove(long sequence, ReadFrame frame, FrameHeader header)
    {
        for (var before = -1L; ;)
        {
            var note = SignedNote.Parse(SharedFile.ReadAllBytes(folder.Checkpoint));
            var size = Checkpoint.Parse(note.Text).Size;
            if (header.Index >= size)
            {
                throw new InvalidDataException($"No checkpoint covers record {sequence} yet. One is written every second: try again.");
            }

            // A tile is missing because its checkpoint is no longer the latest one.
            var tiles = new TileReader(folder.Tiles, size);
            if (tiles.Hold() || size == before)
            {
                var place = (int)(sequence - header.FirstSequence);
                return Make(tiles, frame.Found.Raw.ToArray(), header, place, frame.Records.LeafHashes(), frame.Records.LeafOf(place), note);
            }

            before = size;
        }
    }

    private static RecordProof Make(
        TileReader tiles, byte[] raw, FrameHeader header, int place, ReadOnlyMemory<byte> hashes, byte[] leaf, SignedNote note) => new(
        raw, place, MerkleTree.InclusionPath(SubtreesOf(hashes), place, header.Records), leaf,
        MerkleTree.InclusionPath(tiles.Hash, header.Index, tiles.Size), note);

    private static SubtreeHash SubtreesOf(ReadOnlyMemory<byte> leaves) => (level, index, hash) =>
    {
        var width = MerkleTree.HashBytes << level;
        MerkleTree.RootInPlace(leaves.Slice((int)index * width, width).ToArray(), hash);
    };
}
