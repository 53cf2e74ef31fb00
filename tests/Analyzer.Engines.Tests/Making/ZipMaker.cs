using System.Buffers.Binary;
using System.IO.Compression;
using System.Text;

namespace Analyzer.Engines.Tests.Making;

/// <summary>Makes archives as a library makes them, and such as no library makes.</summary>
internal sealed class ZipMaker
{
    private readonly List<byte> _file = [];
    private readonly List<byte[]> _directory = [];

    /// <summary>The runtime's library writes it.</summary>
    public static byte[] Pack(params IEnumerable<(string Name, byte[] Content)> entries)
    {
        var zip = new MemoryStream();
        using (var archive = new ZipArchive(zip, ZipArchiveMode.Create, leaveOpen: true))
        {
            foreach (var (name, content) in entries)
            {
                using var entry = archive.CreateEntry(name, CompressionLevel.Optimal).Open();
                entry.Write(content);
            }
        }

        return zip.ToArray();
    }

    public static byte[] Pack(params IEnumerable<(string Name, string Content)> entries) =>
        Pack(entries.Select(entry => (entry.Name, Encoding.UTF8.GetBytes(entry.Content))));

    /// <summary>It is written to a stream that cannot go back, so sizes stand behind the data.</summary>
    public static byte[] Stream(CompressionLevel level, params (string Name, byte[] Content)[] entries)
    {
        var zip = new MemoryStream();
        using (var archive = new ZipArchive(new OneWay(zip), ZipArchiveMode.Create))
        {
            foreach (var (name, content) in entries)
            {
                using var entry = archive.CreateEntry(name, level).Open();
                entry.Write(content);
            }
        }

        return zip.ToArray();
    }

    /// <summary>Adds an entry, and its line in the directory.</summary>
    /// <param name="name">In the entry.</param>
    /// <param name="content">Its bytes.</param>
    /// <param name="listedName">In the directory; null: the same.</param>
    /// <param name="size">What is said of the size; null: the truth.</param>
    /// <param name="flags">Bit 0: encrypted; bit 3: sizes behind the data.</param>
    /// <param name="method">8: deflated; others: stored under that number.</param>
    /// <param name="isListed">Whether it stands in the directory.</param>
    public ZipMaker Add(
        string name, byte[] content, string? listedName = null, long? size = null, int flags = 0, int method = 0, bool isListed = true)
    {
        var data = method == 8 ? Deflate(content) : content;
        var isStreamed = (flags & 8) != 0;
        var (offset, told) = (_file.Count, (uint)(size ?? content.Length));
        var local = Header(30, 0x04034B50, flags, method, isStreamed ? 0 : (uint)data.Length, isStreamed ? 0 : told, name, 26);
        _file.AddRange(local);
        _file.AddRange(Encoding.UTF8.GetBytes(name));
        _file.AddRange(data);
        if (isStreamed)
        {
            var descriptor = new byte[16];
            BinaryPrimitives.WriteUInt32LittleEndian(descriptor, 0x08074B50);
            BinaryPrimitives.WriteInt32LittleEndian(descriptor.AsSpan(8), data.Length);
            BinaryPrimitives.WriteUInt32LittleEndian(descriptor.AsSpan(12), told);
            _file.AddRange(descriptor);
        }

        if (isListed)
        {
            var record = Header(46, 0x02014B50, flags, method, (uint)data.Length, told, listedName ?? name, 28);
            BinaryPrimitives.WriteInt32LittleEndian(record.AsSpan(42), offset);
            _directory.Add([.. record, .. Encoding.UTF8.GetBytes(listedName ?? name)]);
        }

        return this;
    }

    /// <summary>Adds bytes that belong to no entry.</summary>
    public ZipMaker Bytes(byte[] bytes)
    {
        _file.AddRange(bytes);
        return this;
    }

    public byte[] ToArray()
    {
        byte[] directory = [.. _directory.SelectMany(record => record)];
        var end = new byte[22];
        BinaryPrimitives.WriteUInt32LittleEndian(end, 0x06054B50);
        BinaryPrimitives.WriteUInt16LittleEndian(end.AsSpan(8), (ushort)_directory.Count);
        BinaryPrimitives.WriteUInt16LittleEndian(end.AsSpan(10), (ushort)_directory.Count);
        BinaryPrimitives.WriteInt32LittleEndian(end.AsSpan(12), directory.Length);
        BinaryPrimitives.WriteInt32LittleEndian(end.AsSpan(16), _file.Count);
        return [.. _file, .. directory, .. end];
    }

    public static byte[] Deflate(byte[] content)
    {
        var data = new MemoryStream();
        using (var deflate = new DeflateStream(data, CompressionLevel.Optimal))
        {
            deflate.Write(content);
        }

        return data.ToArray();
    }

    private static byte[] Header(int length, uint signature, int flags, int method, uint compressed, uint size, string name, int nameAt)
    {
        var header = new byte[length];
        var shift = length == 46 ? 2 : 0;
        BinaryPrimitives.WriteUInt32LittleEndian(header, signature);
        BinaryPrimitives.WriteUInt16LittleEndian(header.AsSpan(6 + shift), (ushort)flags);
        BinaryPrimitives.WriteUInt16LittleEndian(header.AsSpan(8 + shift), (ushort)method);
        BinaryPrimitives.WriteUInt32LittleEndian(header.AsSpan(18 + shift), compressed);
        BinaryPrimitives.WriteUInt32LittleEndian(header.AsSpan(22 + shift), size);
        BinaryPrimitives.WriteUInt16LittleEndian(header.AsSpan(nameAt), (ushort)Encoding.UTF8.GetByteCount(name));
        return header;
    }

    private sealed class OneWay(Stream inner) : Stream
    {
        public override bool CanRead => false;

        public override bool CanSeek => false;

        public override bool CanWrite => true;

        public override long Length => throw new NotSupportedException();

        public override long Position
        {
            get => throw new NotSupportedException();
            set => throw new NotSupportedException();
        }

        public override void Write(byte[] buffer, int offset, int count) => inner.Write(buffer, offset, count);

        public override void Flush()
        {
        }

        public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();
    }
}
