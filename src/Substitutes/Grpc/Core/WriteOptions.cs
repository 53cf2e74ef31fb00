namespace Grpc.Core;

/// <summary>How the messages of a stream are written from now on.</summary>
public class WriteOptions(WriteFlags flags = default)
{
    public static readonly WriteOptions Default = new();

    public WriteFlags Flags { get; } = flags;
}
