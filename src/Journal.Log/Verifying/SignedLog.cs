using Journal.Log.Folders;
using Journal.Log.Signing;

namespace Journal.Log.Verifying;

/// <summary>The signed contents of a log, for readers: the leaf of each frame that the checkpoint covers.</summary>
public sealed class SignedLog
{
    private readonly JournalFolder _folder;
    private readonly SignedNotes _notes;
    private readonly SignedFrames _frames;
    private readonly DeletedSegments _deleted;
    private readonly List<Damage> _damages;
    private long _unreadable;

    private SignedLog(JournalFolder folder, SignedNotes notes, SignedFrames frames, List<Damage> damages) =>
        (_folder, _notes, _frames, _deleted, _damages) = (folder, notes, frames, new(notes, frames), damages);

    /// <summary>Problems of notes, or of the tree as a whole.</summary>
    public IReadOnlyList<Damage> Damages => _damages;

    /// <summary>Frames whose leaves are proven.</summary>
    public long Proven => _frames.Proven;

    /// <param name="folder">A server may write it at the same time.</param>
    /// <param name="key">The log's identity, from elsewhere; null to use the folder's own.</param>
    /// <exception cref="InvalidDataException">There is no journal, or no key to verify it with.</exception>
    public static SignedLog Read(JournalFolder folder, VerifierKey? key)
    {
        var (damages, identity) = (new List<Damage>(), key ?? folder.ReadVerifier());
        var notes = new SignedNotes(folder, identity, damages);
        var frames = SignedFrames.Read(folder, notes);
        if (frames.Checkpoint is { } checkpoint)
        {
            var roots = new RootCollector(folder, checkpoint, identity, static _ => { }); // only verify reports what cannot be true
            roots.Add(notes.Epochs);
            frames.Find(roots.Signed);
            if (frames.Proven < checkpoint.Size)
            {
                damages.Add(Unproven(folder, frames.Proven));
            }
        }

        return new(folder, notes, frames, damages);
    }

    /// <returns>Null for a frame that is not proven.</returns>
    public byte[]? LeafOf(long frame) => _frames.LeafOf(frame);

    /// <summary>Reads newer checkpoints too: <see cref="Damages"/> grows if they contradict what was signed.</summary>
    /// <param name="frame">A frame that no segment holds.</param>
    /// <param name="end">The frame from which the answer may change.</param>
    /// <returns>Whether a signed frame says that retention deleted its segment.</returns>
    public bool IsPruned(long frame, out long end)
    {
        end = long.MaxValue;
        return frame < Proven && _deleted.IsPruned(frame, out end);
    }

    /// <summary>Adds what was signed since. A log that was damaged before has no proven continuation.</summary>
    /// <returns>
    /// Whether more frames are proven than before. If the new part is not what was signed, <see cref="Damages"/> grows, and nothing more is
    /// ever proven.
    /// </returns>
    public bool Extend()
    {
        if (_damages.Count > 0 || _notes.Read() is not { } checkpoint || checkpoint.Size == Proven)
        {
            return false;
        }

        if (checkpoint.Size < Proven)
        {
            _damages.Add(new(_folder.Checkpoint, $"it covers {checkpoint.Size} frames, but an earlier one covered {Proven}"));
            return false;
        }

        switch (_frames.Extend(checkpoint.Size, checkpoint.Root))
        {
            case true:
                return true;
            case false:
                _damages.Add(Unproven(_folder, Proven));
                return false;
            default:
                // Once: the log has grown, and its partial files with it. Twice at the same size: the files are missing.
                if (checkpoint.Size == _unreadable)
                {
                    _damages.Add(new(
                        _folder.Tiles, $"the entries from frame {Proven} on are missing, or have changed", Proven));
                }

                _unreadable = checkpoint.Size;
                return false;
        }
    }

    private static Damage Unproven(JournalFolder folder, long from) =>
        new(folder.Checkpoint, $"the frames from {from} on do not give the signed root", from);
}
