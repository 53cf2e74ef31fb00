namespace Journal.Log.Verifying;

/// <summary>
/// Says of frames that no segment holds whether retention deleted them. A segment may go while somebody reads: the frame that says so has
/// been signed before, and a checkpoint that is newer than the first covers it.
/// </summary>
/// <param name="notes">Reads newer checkpoints.</param>
/// <param name="frames">Those of the first.</param>
internal sealed class DeletedSegments(SignedNotes notes, SignedFrames frames)
{
    private long _seen = frames.Size;

    /// <param name="frame">One that is proven.</param>
    /// <param name="end">Where this may change.</param>
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
                _seen = long.MaxValue; // it is told once that nothing more is signed
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

                // Some of its files are gone: a later one is there.
            }
        }
    }
}
