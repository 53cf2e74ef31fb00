using System.Buffers;
using Gateway.Features.Upstream;

namespace Gateway.Features.Passing;

/// <summary>Follows the messages of a request, as they come in pieces, and finds one that is too large by the length in its head.</summary>
internal sealed class MessageSizes(int limit)
{
    private readonly byte[] _head = new byte[MessageFrame.HeaderLength];
    private int _headBytes;
    private long _left; // of the message

    /// <returns>The length of a message that is larger than the limit; null when there is none.</returns>
    public long? FindTooLarge(ReadOnlySequence<byte> bytes)
    {
        while (!bytes.IsEmpty)
        {
            if (_left > 0)
            {
                var skipped = Math.Min(_left, bytes.Length);
                (_left, bytes) = (_left - skipped, bytes.Slice(skipped));
                continue;
            }

            var taken = (int)Math.Min(_head.Length - _headBytes, bytes.Length);
            bytes.Slice(0, taken).CopyTo(_head.AsSpan(_headBytes));
            (_headBytes, bytes) = (_headBytes + taken, bytes.Slice(taken));
            if (_headBytes < _head.Length)
            {
                return null;
            }

            _headBytes = 0;
            _ = MessageFrame.TryReadHeader(_head, out var length); // compressed or not
            _left = length;
            if (_left > limit)
            {
                return _left;
            }
        }

        return null;
    }
}
