using System.Security.Cryptography;
using System.Text;
using Durable;
using Journal.Log.Folders;
using Journal.Log.Signing;
using Journal.Log.Trees;

namespace Journal.Log.Witnessing;

/// <summary>A log that a witness knows, and the last checkpoint of it that the witness signed. It never goes back.</summary>
internal sealed class WitnessedLog
{
    private static readonly byte[] EmptyRoot = SHA256.HashData([]);

    private readonly Lock _gate = new();
    private readonly IReadOnlyList<VerifierKey> _keys;
    private readonly IDisk _disk;
    private readonly string _file;
    private volatile SignedNote? _last;
    private long _size;
    private byte[] _root = EmptyRoot;

    /// <param name="folder">The witness' own journal.</param>
    /// <param name="keys">The log's keys, all with one name.</param>
    /// <exception cref="InvalidDataException">The last signed checkpoint cannot be read, or belongs to another log.</exception>
    public WitnessedLog(JournalFolder folder, IReadOnlyList<VerifierKey> keys)
    {
        (_keys, _disk, _file) = (keys, folder.Disk, Path.Combine(folder.Witnessed, IdOf(keys[0].Name)));
        if (!File.Exists(_file))
        {
            return;
        }

        try
        {
            var note = SignedNote.Parse(SharedFile.ReadAllBytes(_file));
            var checkpoint = Checkpoint.ParseExtended(note.Text);
            if (checkpoint.Origin != keys[0].Name || !IsSigned(note))
            {
                throw new InvalidDataException("It is not signed by this log's key.");
            }

            (_last, _size, _root) = (note, checkpoint.Size, checkpoint.Root);
        }
        catch (InvalidDataException exception)
        {
            throw new InvalidDataException(
                $"{_file} has to be the last checkpoint of {keys[0].Name} that this journal signed as a witness. {exception.Message} "
                + "Restore it from a copy: without it a log with two histories would not be detected.",
                exception);
        }
    }

    /// <summary>With this journal's cosignature; null before the first.</summary>
    public SignedNote? Last => _last;

    /// <summary>The name of a log in file names and addresses.</summary>
    public static string IdOf(string origin) => Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(origin)));

    public bool IsSigned(SignedNote note) => _keys.Any(note.IsSignedBy);

    /// <summary>One caller at a time: nothing may change between the comparison and the new state.</summary>
    /// <exception cref="IOException">The new state cannot be written to the disk; nothing was signed.</exception>
    public WitnessAnswer Take(CheckpointOffer offer, Checkpoint checkpoint, Func<NoteSignature> cosign)
    {
        lock (_gate)
        {
            if (ReasonAgainst(offer, checkpoint) is { } reason)
            {
                return new(reason, _size);
            }

            var signature = cosign();
            if (_last is null || checkpoint.Size > _size)
            {
                // Saved before the signature is sent: its receiver relies on this witness never to sign anything else.
                var note = offer.Note.Only(own => _keys.Any(key => key.Name == own.Name && key.Id == own.KeyId)).With(signature);
                _disk.Replace(_file, note.ToBytes());
                (_last, _size, _root) = (note, checkpoint.Size, checkpoint.Root);
            }

            return new(WitnessVerdict.Cosigned, _size, signature);
        }
    }

    private WitnessVerdict? ReasonAgainst(CheckpointOffer offer, Checkpoint checkpoint) =>
        offer.OldSize > checkpoint.Size ? WitnessVerdict.Malformed
        : offer.OldSize != _size ? IsFork(checkpoint) ? WitnessVerdict.Fork : WitnessVerdict.OtherSize
        : IsFork(checkpoint) ? WitnessVerdict.Fork
        : ConsistencyProof.Holds(_size, _root, checkpoint.Size, checkpoint.Root, offer.Proof) ? null
        : WitnessVerdict.NotConsistent;

    /// <summary>Both roots are signed by the log, which proves it, whatever else was sent.</summary>
    private bool IsFork(Checkpoint checkpoint) => checkpoint.Size == _size && !checkpoint.Root.AsSpan().SequenceEqual(_root);
}
