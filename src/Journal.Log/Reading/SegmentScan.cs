using Journal.Log.Frames;
using Journal.Log.Segments;

namespace Journal.Log.Reading;

/// <summary>Searches damaged bytes for frames, a window at a time.</summary>
/// <remarks>
/// The window is kept as long as it serves, so that a segment whose frames are all broken is not read over and over.
/// </remarks>
internal sealed class SegmentScan(SegmentReader reader)
{
    private const int WindowBytes = 1 << 20;

    private byte[] _window = [];
    private long _start;
    private int _length;

    /// <param name="from">The offset at which to begin.</param>
    /// <param name="isWanted">Whether to take a frame, by its header.</param>
    /// <returns>The offset of the frame; null when there is none.</returns>
    public FrameLocation? Find(long from, FrameTest isWanted)
    {
        for (var at = from; Covers(at);)
        {
            var window = _window.AsSpan(0, _length);
            var position = (int)(at - _start);
            while (position + FrameHeader.Bytes <= window.Length)
            {
                var found = window[position..].IndexOf("JFR1"u8);
                position = found < 0 ? window.Length - FrameHeader.Bytes + 1 : position + found;
                if (position + FrameHeader.Bytes > window.Length)
                {
                    break;
                }

                var raw = window.Slice(position, FrameHeader.Bytes);
                if (FrameHeader.TryRead(raw, out _) is { } header && isWanted(header, raw))
                {
                    return new(header.Index, _start + position);
                }

                position++;
            }

            at = _start + position;
        }

        return null;
    }

    /// <returns>Whether a header fits between this offset and the end of the file; then it is in the window.</returns>
    private bool Covers(long at)
    {
        if (at < _start || at + FrameHeader.Bytes > _start + _length)
        {
            _window = _window.Length == 0 ? GC.AllocateUninitializedArray<byte>(WindowBytes) : _window;
            (_start, _length) = (at, reader.ReadSome(at, _window));
        }

        return _length >= FrameHeader.Bytes;
    }
}

/// <param name="header">The header of the frame.</param>
/// <param name="raw">Its bytes.</param>
internal delegate bool FrameTest(FrameHeader header, ReadOnlySpan<byte> raw);
