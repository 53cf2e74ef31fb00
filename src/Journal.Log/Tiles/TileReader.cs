using System.Buffers.Binary;
using Durable;
using Journal.Log.Frames;
using Journal.Log.Trees;

namespace Journal.Log.Tiles;

/// <summary>The tiles and entries of a tree of one size, read from files.</summary>
/// <param name="folder">The folder of all tiles.</param>
/// <param name="size">Frames in the tree.</param>
public sealed class TileReader(string folder, long size)
{
    private const int EntryBytes = 2 + FrameHeader.Bytes;
    private const int MaxFileBytes = TilePath.Width * EntryBytes;
    private readonly Dictionary<string, byte[]?> _cache = [];
    private readonly Dictionary<string, byte[]> _held = [];

    public long Size => size;

    /// <summary>Reads the partial files, and keeps them: the writer deletes these files when they are full.</summary>
    /// <returns>False when one is missing.</returns>
    public bool Hold()
    {
        var isWhole = Hold(TilePath.Entries, 0, EntryBytes);
        for (var level = 0; size >> (8 * level) > 0; level++)
        {
            isWhole &= Hold(TilePath.Row(level), level, MerkleTree.HashBytes);
        }

        return isWhole;
    }

    /// <summary>Reads a subtree's hash from a tile.</summary>
    /// <exception cref="InvalidDataException">The tile is missing or too short.</exception>
    public void Hash(int level, long index, Span<byte> hash)
    {
        var (tileLevel, rest) = (level / 8, level % 8);
        var first = index << rest;
        var tile = ReadTile(tileLevel, first / TilePath.Width)
            ?? throw new InvalidDataException($"The tile {TilePath.Of(TilePath.Row(tileLevel), first / TilePath.Width, 256)} is missing.");
        var (start, length) = ((int)(first % TilePath.Width) * MerkleTree.HashBytes, MerkleTree.HashBytes << rest);
        MerkleTree.RootInPlace(tile.AsSpan(start, length).ToArray(), hash);
    }

    /// <returns>Null when there is no such file of the right length, neither the partial one of this size nor the full one.</returns>
    public byte[]? ReadTile(int level, long index) =>
        Read(TilePath.Row(level), index, TilePath.WidthOf(size, level, index), MerkleTree.HashBytes);

    /// <returns>The headers of up to 256 frames, one after another; null when there is no such bundle.</returns>
    public byte[]? ReadEntries(long index)
    {
        if (Read(TilePath.Entries, index, TilePath.WidthOf(size, 0, index), EntryBytes) is not { } bundle)
        {
            return null;
        }

        var headers = new byte[bundle.Length / EntryBytes * FrameHeader.Bytes];
        for (var i = 0; i < bundle.Length / EntryBytes; i++)
        {
            if (BinaryPrimitives.ReadUInt16BigEndian(bundle.AsSpan(i * EntryBytes)) != FrameHeader.Bytes)
            {
                return null;
            }

            bundle.AsSpan((i * EntryBytes) + 2, FrameHeader.Bytes).CopyTo(headers.AsSpan(i * FrameHeader.Bytes));
        }

        return headers;
    }

    private bool Hold(string row, int level, int itemBytes)
    {
        var (index, width) = (size >> (8 * (level + 1)), (int)((size >> (8 * level)) % TilePath.Width));
        if (width > 0 && Read(row, index, width, itemBytes) is { } content)
        {
            _held[TilePath.Of(row, index, width)] = content;
            return true;
        }

        return width == 0;
    }

    private byte[]? Read(string row, long index, int width, int itemBytes)
    {
        var name = TilePath.Of(row, index, width);
        if (_held.TryGetValue(name, out var known) || _cache.TryGetValue(name, out known))
        {
            return known;
        }

        _cache.Clear(); // one is enough: callers go from left to right
        return _cache[name] = Load(name, width * itemBytes, whole: true)
            ?? Load(TilePath.Of(row, index, TilePath.Width), width * itemBytes, whole: width == TilePath.Width);
    }

    private byte[]? Load(string name, int bytes, bool whole)
    {
        try
        {
            // A file of another length is not read: it may be larger than memory.
            var path = Path.Combine(folder, name);
            var length = new FileInfo(path).Length;
            if (length != bytes && (whole || length < bytes || length > MaxFileBytes))
            {
                return null;
            }

            var file = SharedFile.ReadAllBytes(path);
            return file.Length == bytes || (!whole && file.Length > bytes) ? file[..bytes] : null;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
