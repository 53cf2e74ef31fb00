using Journal.Log.Folders;
using Journal.Log.Signing;

namespace Journal.Log.Verifying;

/// <summary>What a log has signed, for those who read it: the leaf of each frame that the checkpoint covers.</summary>
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

    /// <summary>What is wrong with notes, or with the tree as a whole.</summary>
    public IReadOnlyList<Damage> Damages => _damages;

    /// <summary>Frames whose leaves are proven.</summary>
    public long Proven => _frames.Proven;

    /// <param name="folder">A server may write it at the same time.</param>
    /// <param name="key">The log's identity, from elsewhere; null when the folder has to vouch for itself.</param>
    /// <exception cref="InvalidDataException">There is no journal, or no key to verify it against.</exception>
    public static SignedLog Read(JournalFolder folder, VerifierKey? key)
    {
        var (damages, identity) = (new List<Damage>(), key ?? folder.ReadVerifier());
        var notes = new SignedNotes(folder, identity, damages);
        var frames = SignedFrames.Read(folder, notes);
        if (frames.Checkpoint is { } checkpoint)
        {
            var roots = new RootCollector(folder, checkpoint, identity, static _ => { }); // only verify tells what cannot be
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

    /// <summary>Asks newer checkpoints too: <see cref="Damages"/> grows when what they say is not what was signed.</summary>
    /// <param name="frame">One that no segment holds.</param>
    /// <param name="end">Where this may change.</param>
    /// <returns>Whether a signed frame says that retention deleted its segment.</returns>
    public bool IsPruned(long frame, out long end)
    {
        end = long.MaxValue;
        return frame < Proven && _deleted.IsPruned(frame, out end);
    }

    /// <summary>Takes in what has been signed since. What was damaged before can have no proven successor.</summary>
    /// <returns>
    /// Whether more frames are proven than before. <see cref="Damages"/> grows when what follows is not what was signed, and nothing more
    /// is ever proven then.
    /// </returns>
    public bool Extend()
    {
        if (_damages.Count > 0 || _notes.Read() is not { } checkpoint || checkpoint.Size == Proven)
        {
            return false;
        }

        if (checkpoint.Size < Proven)
        {
            _damages.Add(new(_folder.Checkpoint, $"it covers {checkpoint.Size} frames, and one before it covered {Proven}"));
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
                // Once: the log has moved on, and with it its files. Twice at the same size: they are not there.
                if (checkpoint.Size == _unreadable)
                {
                    _damages.Add(new(
                        _folder.Tiles, $"the entries from frame {Proven} on are missing, or others than before", Proven));
                }

                _unreadable = checkpoint.Size;
                return false;
        }
    }

    private static Damage Unproven(JournalFolder folder, long from) =>
        new(folder.Checkpoint, $"the frames from {from} on do not give the root that was signed", from);
}
