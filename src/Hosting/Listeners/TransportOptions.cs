namespace Hosting.Listeners;

/// <summary>
/// Options of Kestrel's buffers. Not a setting: code configures it, such as the lab's to measure the gain of our buffers.
/// </summary>
public sealed class TransportOptions
{
    /// <summary>Buffers and HTTP/2 frames of <see cref="BlockPool.BlockSize"/>. Default true; false leaves Kestrel's defaults.</summary>
    public bool LargeBlocks { get; set; } = true;
}
