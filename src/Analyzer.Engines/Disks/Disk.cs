using System.Buffers.Binary;

namespace Analyzer.Engines.Disks;

/// <summary>The bytes of a disk, as far as they are held in memory: of an image as it is, or of one whose blocks are mapped.</summary>
internal sealed class Disk
{
    private const int FooterLength = 512;
    private const uint NoBlock = uint.MaxValue;

    private readonly ReadOnlyMemory<byte> _image;
    private readonly uint[] _blocks;
    private readonly int _blockLength;
    private readonly int _bitmapLength;

    private Disk(ReadOnlyMemory<byte> image, uint[] blocks, int blockLength, string? container)
    {
        (_image, _blocks, _blockLength, Container) = (image, blocks, blockLength, container);
        _bitmapLength = (((blockLength / 512 / 8) + 511) / 512) * 512;
        Length = blocks.Length > 0 ? (long)blocks.Length * blockLength : image.Length;
    }

    /// <summary>What the image's own format is called; null when it has none.</summary>
    public string? Container { get; }

    /// <summary>Bytes.</summary>
    public long Length { get; }

    /// <param name="image">The whole file, or its beginning.</param>
    public static Disk Of(ReadOnlyMemory<byte> image)
    {
        var bytes = image.Span;
        if (bytes.StartsWith("conectix"u8) && bytes.Length > 1536 && bytes[512..].StartsWith("cxsparse"u8))
        {
            return Mapped(image);
        }

        return bytes.Length > FooterLength && bytes[^FooterLength..].StartsWith("conectix"u8) ? new(image[..^FooterLength], [], 0, "VHD")
            : bytes.StartsWith("vhdxfile"u8) ? new(image, [], 0, "VHDX") : new(image, [], 0, null);
    }

    /// <returns>As many of the bytes as lie side by side; none where nothing is held.</returns>
    public ReadOnlySpan<byte> At(long offset, long length)
    {
        if (offset < 0 || offset >= Length || length <= 0)
        {
            return [];
        }

        var at = offset;
        if (_blocks.Length > 0)
        {
            var block = _blocks[offset / _blockLength];
            var within = offset % _blockLength;
            length = Math.Min(length, _blockLength - within);
            at = block == NoBlock ? long.MaxValue : (block * 512L) + _bitmapLength + within;
        }

        return at >= _image.Length ? [] : _image.Span.Slice((int)at, (int)Math.Min(length, _image.Length - at));
    }

    /// <returns>False when not all of it is held.</returns>
    public bool TryRead(long offset, Span<byte> target)
    {
        while (!target.IsEmpty)
        {
            var bytes = At(offset, target.Length);
            if (bytes.IsEmpty)
            {
                return false;
            }

            bytes.CopyTo(target);
            target = target[bytes.Length..];
            offset += bytes.Length;
        }

        return true;
    }

    // Microsoft, "Virtual Hard Disk Image Format Specification": all numbers are big-endian.
    private static Disk Mapped(ReadOnlyMemory<byte> image)
    {
        const int maxBlocks = 65_536;
        var header = image.Span[512..];
        var table = BinaryPrimitives.ReadInt64BigEndian(header[16..]);
        var count = (int)Math.Min(BinaryPrimitives.ReadUInt32BigEndian(header[28..]), maxBlocks);
        var length = (int)Math.Clamp(BinaryPrimitives.ReadUInt32BigEndian(header[32..]), 512, 1 << 28);
        var blocks = new List<uint>();
        for (var i = 0; i < count && table >= 0 && table + ((i + 1L) * 4) <= image.Length; i++)
        {
            blocks.Add(BinaryPrimitives.ReadUInt32BigEndian(image.Span[(int)(table + (i * 4L))..]));
        }

        return new(image, [.. blocks], length, "VHD");
    }
}
