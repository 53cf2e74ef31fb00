namespace Grpc.Core;

/// <summary>How a message is written to a stream.</summary>
[Flags]
public enum WriteFlags
{
    /// <summary>More will follow soon: the message may wait in the buffer instead of being flushed.</summary>
    BufferHint = 0x1,

    /// <summary>Accepted and without effect: nothing is compressed here.</summary>
    NoCompress = 0x2,
}
