using System.Globalization;
using System.Text;
using Journal.Log.Signing;
using Journal.Log.Trees;

namespace Journal.Log.Witnessing;

/// <summary>
/// A log's request to a witness (C2SP tlog-witness, <c>add-checkpoint</c>): the size that the witness signed last, the proof that the new
/// tree begins with that one, and the new checkpoint.
/// </summary>
/// <param name="OldSize">0 when the witness has signed nothing of the log.</param>
/// <param name="Note">The checkpoint, with the log's signature among others.</param>
public sealed record CheckpointOffer(long OldSize, IReadOnlyList<byte[]> Proof, SignedNote Note)
{
    /// <summary>Longer requests are not read.</summary>
    public const int MaxBytes = 64 << 10;

    private const string Old = "old ";

    /// <exception cref="InvalidDataException">The bytes are not such a request.</exception>
    public static CheckpointOffer Parse(ReadOnlySpan<byte> body)
    {
        var end = body.IndexOf("\n\n"u8);
        if (body.Length > MaxBytes || end < 0)
        {
            throw new InvalidDataException("The request has no empty line before its checkpoint, or is too long.");
        }

        var lines = Encoding.UTF8.GetString(body[..end]).Split('\n');
        if (!lines[0].StartsWith(Old, StringComparison.Ordinal) || !NoteNumbers.TryParse(lines[0][Old.Length..], out var size))
        {
            throw new InvalidDataException("The request has to begin with a line such as 'old 42'.");
        }

        if (lines.Length > 1 + ConsistencyProof.MaxHashes)
        {
            throw new InvalidDataException($"A consistency proof has at most {ConsistencyProof.MaxHashes} lines.");
        }

        var proof = lines[1..].Select(line => VerifierKey.TryDecode(line) is { Length: MerkleTree.HashBytes } hash
            ? hash
            : throw new InvalidDataException("A line of the consistency proof is not a hash.")).ToList();
        return new(size, proof, SignedNote.Parse(body[(end + 2)..]));
    }

    public byte[] ToBytes() =>
    [
        .. Encoding.UTF8.GetBytes(string.Create(CultureInfo.InvariantCulture, $"{Old}{OldSize}\n")),
        .. Encoding.UTF8.GetBytes(string.Concat(Proof.Select(hash => $"{Convert.ToBase64String(hash)}\n"))),
        (byte)'\n',
        .. Note.ToBytes(),
    ];
}
