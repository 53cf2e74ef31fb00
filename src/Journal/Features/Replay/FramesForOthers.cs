using Journal.Log.Frames;

namespace Journal.Features.Replay;

/// <summary>Frames whose segments were not sealed for the reader's key: told in one line for each run of them, and counted.</summary>
internal sealed class FramesForOthers(TextWriter messages)
{
    private (FrameHeader First, FrameHeader Last)? _run;

    /// <summary>All of their records, whether they would have been selected or not.</summary>
    public long Records { get; private set; }

    public void Add(FrameHeader frame)
    {
        Records += frame.Records;
        _run = (_run?.First ?? frame, frame);
    }

    /// <summary>Tells of the frames since the last call.</summary>
    public async Task TellAsync()
    {
        if (_run is var (first, last))
        {
            _run = null;
            await messages.WriteLineAsync(
                $"Not for this key: frames {first.Index} to {last.Index}, records {first.FirstSequence} to {last.NextSequence - 1}. "
                + "They were sealed before this reader was added, or after it was removed.");
        }
    }
}
