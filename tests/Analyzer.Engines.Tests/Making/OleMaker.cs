using System.Buffers.Binary;
using System.Text;

namespace Analyzer.Engines.Tests.Making;

/// <summary>Makes compound files: sectors of 512 bytes, no mini stream, each stream in sectors side by side.</summary>
internal sealed class OleMaker
{
    private const int SectorLength = 512;
    private const uint EndOfChain = 0xFFFFFFFE;
    private const uint Free = 0xFFFFFFFF;
    private const uint FatSector = 0xFFFFFFFD;

    private readonly List<Entry> _entries = [];
    private Guid _class;

    public OleMaker() => _entries.Add(new("Root Entry", 5, [], -1));

    /// <summary>The class of the root.</summary>
    public OleMaker Class(string guid)
    {
        _class = new(guid);
        return this;
    }

    /// <param name="path">With slashes; storages are made as they are named.</param>
    public OleMaker Add(string path, byte[] content)
    {
        var parent = 0;
        var names = path.Split('/');
        foreach (var name in names[..^1])
        {
            var storage = _entries.FindIndex(entry => entry.Parent == parent && entry.Name == name);
            if (storage < 0)
            {
                storage = _entries.Count;
                _entries.Add(new(name, 1, [], parent));
            }

            parent = storage;
        }

        _entries.Add(new(names[^1], 2, content, parent));
        return this;
    }

    public OleMaker Add(string path, string latin1) => Add(path, Encoding.Latin1.GetBytes(latin1));

    /// <summary>A macro project with these modules.</summary>
    public OleMaker Macros(string storage, params (string Name, string Code)[] modules)
    {
        Add($"{storage}VBA/dir", [1, 0, 0]);
        Add($"{storage}VBA/_VBA_PROJECT", [0xCC, 0x61, 0, 0]);
        foreach (var (name, code) in modules)
        {
            var text = $"Attribute VB_Name = \"{name}\"\r\n{code}";
            Add($"{storage}VBA/{name}", [.. new byte[64], .. Compress(Encoding.Latin1.GetBytes(text))]);
        }

        return this;
    }

    /// <param name="spoil">Changes the table of sectors, to make one that lies.</param>
    public byte[] ToArray(Action<uint[]>? spoil = null)
    {
        var directorySectors = ((_entries.Count * 128) + SectorLength - 1) / SectorLength;
        var dataSectors = _entries.Sum(entry => Sectors(entry.Content));
        var fatSectors = 1;
        while (fatSectors * 128 < fatSectors + directorySectors + dataSectors)
        {
            fatSectors++;
        }

        var fat = Enumerable.Repeat(Free, fatSectors * 128).ToArray();
        Array.Fill(fat, FatSector, 0, fatSectors);
        var next = fatSectors;
        Chain(fat, ref next, directorySectors);
        var (directory, data) = (new byte[directorySectors * SectorLength], new List<byte>());
        for (var i = 0; i < _entries.Count; i++)
        {
            var entry = _entries[i];
            var start = entry.Content.Length == 0 ? EndOfChain : (uint)next;
            Chain(fat, ref next, Sectors(entry.Content));
            data.AddRange(entry.Content);
            data.AddRange(new byte[(Sectors(entry.Content) * SectorLength) - entry.Content.Length]);
            Write(directory.AsSpan(i * 128, 128), i, start);
        }

        spoil?.Invoke(fat);
        return [.. Header(fatSectors), .. fat.SelectMany(BitConverter.GetBytes), .. directory, .. data];
    }

    /// <summary>Visual Basic's compression, with literals only.</summary>
    private static byte[] Compress(byte[] text)
    {
        var container = new List<byte> { 1 };
        foreach (var chunk in text.Chunk(3600))
        {
            byte[] data = [.. chunk.Chunk(8).SelectMany(letters => letters.Prepend((byte)0))];
            container.AddRange(BitConverter.GetBytes((ushort)(0xB000 | (data.Length + 2 - 3))));
            container.AddRange(data);
        }

        return [.. container];
    }

    private static int Sectors(byte[] content) => (content.Length + SectorLength - 1) / SectorLength;

    private static void Chain(uint[] fat, ref int next, int count)
    {
        for (var i = 0; i < count; i++, next++)
        {
            fat[next] = i == count - 1 ? EndOfChain : (uint)(next + 1);
        }
    }

    private static byte[] Header(int fatSectors)
    {
        var header = new byte[SectorLength];
        new byte[] { 0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1 }.CopyTo(header, 0);
        header[0x18] = 0x3E;
        header[0x1A] = 3;
        header[0x1C] = 0xFE;
        header[0x1D] = 0xFF;
        header[0x1E] = 9;
        header[0x20] = 6;
        BinaryPrimitives.WriteInt32LittleEndian(header.AsSpan(0x2C), fatSectors);
        BinaryPrimitives.WriteInt32LittleEndian(header.AsSpan(0x30), fatSectors);
        BinaryPrimitives.WriteUInt32LittleEndian(header.AsSpan(0x3C), EndOfChain);
        BinaryPrimitives.WriteUInt32LittleEndian(header.AsSpan(0x44), EndOfChain);
        for (var i = 0; i < 109; i++)
        {
            BinaryPrimitives.WriteUInt32LittleEndian(header.AsSpan(0x4C + (i * 4)), i < fatSectors ? (uint)i : Free);
        }

        return header;
    }

    // The entries of a storage hang at each other's right.
    private void Write(Span<byte> bytes, int index, uint start)
    {
        var entry = _entries[index];
        var name = Encoding.Unicode.GetBytes(entry.Name);
        name.CopyTo(bytes);
        BinaryPrimitives.WriteUInt16LittleEndian(bytes[0x40..], (ushort)(name.Length + 2));
        bytes[0x42] = (byte)entry.Kind;
        var brother = _entries.FindIndex(index + 1, other => other.Parent == entry.Parent);
        var child = _entries.FindIndex(other => other.Parent == index);
        BinaryPrimitives.WriteUInt32LittleEndian(bytes[0x44..], Free);
        BinaryPrimitives.WriteUInt32LittleEndian(bytes[0x48..], brother < 0 ? Free : (uint)brother);
        BinaryPrimitives.WriteUInt32LittleEndian(bytes[0x4C..], child < 0 ? Free : (uint)child);
        (index == 0 ? _class : Guid.Empty).TryWriteBytes(bytes[0x50..]);
        BinaryPrimitives.WriteUInt32LittleEndian(bytes[0x74..], start);
        BinaryPrimitives.WriteInt32LittleEndian(bytes[0x78..], entry.Content.Length);
    }

    private sealed record Entry(string Name, int Kind, byte[] Content, int Parent);
}
