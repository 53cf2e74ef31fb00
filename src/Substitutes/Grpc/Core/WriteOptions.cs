namespace Grpc.Core;

/// <summary>The options of a stream for the messages that follow.</summary>
public class WriteOptions(WriteFlags flags = default)
{
    public static readonly WriteOptions Default = new();

    public WriteFlags Flags { get; } = flags;
}

/// <summary>The ways to write a message to a stream.</summary>
[Flags]
public enum WriteFlags
{
    /// <summary>More will follow soon: the message may wait in the buffer instead of being flushed.</summary>
    BufferHint = 0x1,

    /// <summary>Accepted and without effect: nothing is compressed here.</summary>
    NoCompress = 0x2,
}
