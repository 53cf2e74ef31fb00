using System.Buffers.Binary;
using System.Globalization;
using System.Text;
using Journal.Log.Frames;
using Journal.Log.Signing;
using Journal.Log.Trees;

namespace Journal.Log.Proofs;

/// <summary>
/// Proves one record to somebody who has neither the log nor any other record: C2SP's tlog-proof of its frame, with the record's path into
/// the frame in its <c>extra</c> line.
/// </summary>
/// <param name="RawHeader">The frame's 256 bytes.</param>
/// <param name="Place">The record's place in the frame.</param>
/// <param name="RecordPath">From the record's leaf to the root in the header.</param>
/// <param name="Record">The record's leaf, including the salt.</param>
/// <param name="FramePath">From the header's leaf to the root of the checkpoint.</param>
public sealed record RecordProof(
    byte[] RawHeader, int Place, IReadOnlyList<byte[]> RecordPath, byte[] Record, IReadOnlyList<byte[]> FramePath, SignedNote Note)
{
    private const string Version = "c2sp.org/tlog-proof@v1";
    private const int MaxPath = 63;
    private const int HashBytes = MerkleTree.HashBytes;

    public string Text
    {
        get
        {
            var place = new byte[4];
            BinaryPrimitives.WriteInt32BigEndian(place, Place);
            byte[] extra = [.. RawHeader, .. place, (byte)RecordPath.Count, .. RecordPath.SelectMany(hash => hash), .. Record];
            var index = FrameHeader.TryRead(RawHeader, out _)!.Index;
            return string.Create(CultureInfo.InvariantCulture, $"{Version}\nextra {Convert.ToBase64String(extra)}\nindex {index}\n")
                + string.Concat(FramePath.Select(hash => $"{Convert.ToBase64String(hash)}\n"))
                + $"\n{Encoding.UTF8.GetString(Note.ToBytes())}";
        }
    }

    /// <exception cref="InvalidDataException">The text is not a proof; <see cref="Check"/> says whether it proves something.</exception>
    public static RecordProof Parse(string text)
    {
        var end = text.IndexOf("\n\n", StringComparison.Ordinal);
        var lines = end < 0 ? [] : text[..end].Split('\n');
        if (lines.Length is < 3 or > 3 + MaxPath || lines[0] != Version
            || !lines[1].StartsWith("extra ", StringComparison.Ordinal) || !lines[2].StartsWith("index ", StringComparison.Ordinal)
            || VerifierKey.TryDecode(lines[1][6..]) is not { Length: > FrameHeader.Bytes + 5 } extra
            || !NoteNumbers.TryParse(lines[2][6..], out var index))
        {
            throw new InvalidDataException($"This is not a proof of a record: it has to begin with {Version}, extra and index.");
        }

        var header = extra[..FrameHeader.Bytes];
        var rest = extra.AsSpan(FrameHeader.Bytes);
        var place = BinaryPrimitives.ReadInt32BigEndian(rest);
        var count = rest[4];
        rest = rest[5..];
        if (count > MaxPath || rest.Length < count * HashBytes || FrameHeader.TryRead(header, out _)?.Index != index)
        {
            throw new InvalidDataException("The proof's extra line has to be a frame header with a record and its path.");
        }

        var path = rest[..(count * HashBytes)].ToArray().Chunk(HashBytes).ToList();
        var frames = lines[3..].Select(line => VerifierKey.TryDecode(line) is { Length: HashBytes } hash
            ? hash
            : throw new InvalidDataException("A line of the proof is not a hash.")).ToList();
        var note = SignedNote.Parse(Encoding.UTF8.GetBytes(text[(end + 2)..]));
        return new(header, place, path, rest[(count * HashBytes)..].ToArray(), frames, note);
    }

    /// <returns>The record, if the log with that key has signed it; otherwise null, and <paramref name="problem"/> says why.</returns>
    public LogRecord? Check(VerifierKey log, out string problem)
    {
        problem = "";
        var leaf = new byte[HashBytes];
        MerkleTree.HashLeaf(Record, leaf);
        var header = FrameHeader.TryRead(RawHeader, out _);
        if (header is null
            || !(MerkleTree.RootOfPath(Place, header.Records, leaf, RecordPath) ?? []).AsSpan().SequenceEqual(header.RecordsRoot))
        {
            problem = "the record is not in the frame";
            return null;
        }

        var checkpoint = Checkpoint.Parse(Note.Text);
        MerkleTree.HashLeaf(RawHeader, leaf);
        if (!(MerkleTree.RootOfPath(header.Index, checkpoint.Size, leaf, FramePath) ?? []).AsSpan().SequenceEqual(checkpoint.Root))
        {
            problem = "the frame is not in the log";
        }
        else if (checkpoint.Origin != log.Name || !Note.IsSignedBy(log))
        {
            problem = "the checkpoint is not signed by this log";
        }
        else if (RecordLeaf.Parse(Record) is not { } record || record.Sequence != header.FirstSequence + Place)
        {
            problem = "the record's sequence differs from its place";
        }
        else
        {
            return record;
        }

        return null;
    }
}
