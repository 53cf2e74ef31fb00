namespace Hosting.Listeners;

/// <summary>How Kestrel's buffers are. No setting: code configures it, such as the lab's to measure what ours gain.</summary>
public sealed class TransportOptions
{
    /// <summary>Buffers and HTTP/2 frames of <see cref="BlockPool.BlockSize"/>. Default true; false leaves Kestrel's defaults.</summary>
    public bool LargeBlocks { get; set; } = true;
}
