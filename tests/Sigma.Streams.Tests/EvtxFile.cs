using System.Text;

namespace Sigma.Streams.Tests;

/// <summary>Writes an event log: each chunk with a template, and an event for each of the given texts.</summary>
internal static class EvtxFile
{
    private const int ChunkBytes = 64 * 1024;
    private const int TemplateAt = 512 + 24 + 4 + 10;

    public static byte[] Of(params string[][] chunks) => [.. Header(), .. chunks.SelectMany(texts => Chunk(texts))];

    /// <param name="texts">The values of <c>Image</c>.</param>
    /// <param name="refersToItself">Whether the template contains an instance of itself.</param>
    public static byte[] Chunk(string[] texts, bool refersToItself = false)
    {
        var chunk = new Writer(ChunkBytes);
        chunk.Text("ElfChnk\0");
        chunk.At = 512;
        foreach (var text in texts)
        {
            var start = chunk.At;
            chunk.UInt32(0x2A2A).UInt32(0).UInt64(1).UInt64(0);
            chunk.Bytes(0x0F, 1, 1, 0); // fragment
            chunk.Bytes(0x0C, 1).UInt32(7).UInt32(TemplateAt);
            if (start == 512)
            {
                Template(chunk, refersToItself);
            }

            var value = Encoding.Unicode.GetBytes(text);
            chunk.UInt32(3).UInt16((ushort)value.Length).Bytes(1, 0).UInt16(2).Bytes(6, 0).UInt16(0).Bytes(0, 0);
            chunk.Bytes(value).UInt16(4688).Bytes(0);
            var size = (uint)(chunk.At - start + 4);
            chunk.UInt32(size);
            chunk.PutUInt32(start + 4, size);
        }

        chunk.PutUInt32(48, (uint)chunk.At);
        return chunk.Buffer;
    }

    private static void Template(Writer chunk, bool refersToItself)
    {
        chunk.UInt32(0).UInt32(7).UInt64(0).UInt32(0); // next, id
        var sizeAt = chunk.At;
        chunk.UInt32(0).Bytes(0x0F, 1, 1, 0);
        Open(chunk, "Event", () =>
        {
            Open(chunk, "System", () =>
            {
                Open(chunk, "EventID", () => chunk.Bytes(0x0E).UInt16(1).Bytes(6));
                Open(chunk, "Channel", () => Text(chunk, "Security"));
                Open(chunk, "Security", () => chunk.Bytes(0x0E).UInt16(2).Bytes(19));
            });
            Open(chunk, "EventData", () => Open(chunk, "Data", () => chunk.Bytes(0x0D).UInt16(0).Bytes(1), "Name", "Image"));
            if (refersToItself)
            {
                chunk.Bytes(0x0C, 1).UInt32(7).UInt32(TemplateAt).UInt32(0);
            }
        });
        chunk.Bytes(0);
        chunk.PutUInt32(sizeAt, (uint)(chunk.At - sizeAt - 4));
    }

    private static void Open(Writer chunk, string name, Action content, string? attribute = null, string? value = null)
    {
        chunk.Bytes((byte)(attribute is null ? 0x01 : 0x41)).UInt16(0xFFFF).UInt32(0);
        Name(chunk, name);
        if (attribute is not null)
        {
            var at = chunk.At;
            chunk.UInt32(0).Bytes(0x06);
            Name(chunk, attribute);
            Text(chunk, value!);
            chunk.PutUInt32(at, (uint)(chunk.At - at - 4));
        }

        chunk.Bytes(0x02);
        content();
        chunk.Bytes(0x04);
    }

    private static void Text(Writer chunk, string text) =>
        chunk.Bytes(0x05, 1).UInt16((ushort)text.Length).Bytes(Encoding.Unicode.GetBytes(text));

    private static void Name(Writer chunk, string name)
    {
        chunk.UInt32((uint)chunk.At + 4);
        chunk.UInt32(0).UInt16(0).UInt16((ushort)name.Length).Bytes(Encoding.Unicode.GetBytes(name)).UInt16(0);
    }

    private static byte[] Header()
    {
        var header = new Writer(4096);
        header.Text("ElfFile\0");
        return header.Buffer;
    }

    private sealed class Writer(int size)
    {
        public byte[] Buffer { get; } = new byte[size];

        public int At { get; set; }

        public Writer Bytes(params byte[] bytes)
        {
            bytes.CopyTo(Buffer, At);
            At += bytes.Length;
            return this;
        }

        public Writer Text(string text) => Bytes(Encoding.ASCII.GetBytes(text));

        public Writer UInt16(ushort value) => Bytes(BitConverter.GetBytes(value));

        public Writer UInt32(uint value) => Bytes(BitConverter.GetBytes(value));

        public Writer UInt64(ulong value) => Bytes(BitConverter.GetBytes(value));

        public void PutUInt32(int at, uint value) => BitConverter.GetBytes(value).CopyTo(Buffer, at);
    }
}
