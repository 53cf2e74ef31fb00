namespace Journal.Log.Verifying;

/// <summary>
/// Tells for frames that no segment holds whether retention deleted them. A segment may be deleted while somebody reads: the frame that
/// records the deletion was signed before, and a checkpoint newer than the reader's first covers it.
/// </summary>
/// <param name="notes">Reads newer checkpoints.</param>
/// <param name="frames">The frames of the first checkpoint.</param>
internal sealed class DeletedSegments(SignedNotes notes, SignedFrames frames)
{
    private long _seen = frames.Size;

    /// <param name="frame">A proven frame.</param>
    /// <param name="end">The frame from which the answer may change.</param>
    /// <returns>Whether a signed frame says that its segment was deleted.</returns>
    public bool IsPruned(long frame, out long end)
    {
        if (frames.IsPruned(frame, out end))
        {
            return true;
        }

        LookAhead();
        return frames.IsPruned(frame, out end);
    }

    private void LookAhead()
    {
        while (frames.Proven == frames.Size && _seen < long.MaxValue)
        {
            if (notes.Read() is not { } next)
            {
                _seen = long.MaxValue; // reported once: nothing more is signed
            }
            else if (next.Size <= _seen)
            {
                return;
            }
            else
            {
                _seen = next.Size;
                if (frames.LookAhead(next.Size, next.Root) is not null)
                {
                    return;
                }

                // Some files of this checkpoint are gone: a later checkpoint exists.
            }
        }
    }
}
