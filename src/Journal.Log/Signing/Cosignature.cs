using System.Buffers.Binary;
using System.Globalization;
using System.Text;

namespace Journal.Log.Signing;

/// <summary>
/// C2SP tlog-cosignature, version 1: at that time this checkpoint was the largest that the witness had seen of the log, and it continues
/// everything that the witness saw before. The bytes are the time (8 bytes) and an Ed25519 signature.
/// </summary>
public static class Cosignature
{
    private const int TimeBytes = 8;

    /// <returns>When the witness signed; null if it did not, or if a signature under its key is wrong.</returns>
    public static DateTimeOffset? TimeOf(SignedNote note, CosignerKey witness)
    {
        DateTimeOffset? latest = null;
        foreach (var signature in note.Signatures.Where(signature => IsOf(signature, witness)))
        {
            if (TimeOf(signature, witness, note.Text) is not { } time)
            {
                return null; // a wrong signature counts, whatever others there are
            }

            latest = latest > time ? latest : time;
        }

        return latest;
    }

    public static bool IsOf(NoteSignature signature, CosignerKey witness) =>
        signature.Name == witness.Name && signature.KeyId == witness.Id;

    internal static NoteSignature Make(CosignerKey witness, long time, Func<byte[], byte[]> sign, string checkpoint)
    {
        var bytes = new byte[TimeBytes + Ed25519Signature.Bytes];
        BinaryPrimitives.WriteInt64BigEndian(bytes, time);
        sign(Message(checkpoint, time)).CopyTo(bytes, TimeBytes);
        return new(witness.Name, witness.Id, bytes);
    }

    private static DateTimeOffset? TimeOf(NoteSignature signature, CosignerKey witness, string checkpoint)
    {
        if (signature.Bytes.Length != TimeBytes + Ed25519Signature.Bytes)
        {
            return null;
        }

        var seconds = BinaryPrimitives.ReadInt64BigEndian(signature.Bytes);
        return seconds >= 0 && seconds <= DateTimeOffset.MaxValue.ToUnixTimeSeconds()
            && Ed25519Signature.Verify(witness.PublicKey, Message(checkpoint, seconds), signature.Bytes[TimeBytes..])
                ? DateTimeOffset.FromUnixTimeSeconds(seconds)
                : null;
    }

    private static byte[] Message(string checkpoint, long time) =>
        Encoding.UTF8.GetBytes(string.Create(CultureInfo.InvariantCulture, $"cosignature/v1\ntime {time}\n{checkpoint}"));
}
