using System.Buffers.Binary;

namespace Analyzer.Engines.Programs;

/// <summary>Reads the header of a Unix program (System V ABI, chapters 4 and 5).</summary>
internal static class Elf
{
    public const string MediaType = "application/x-elf";

    private const int Loaded = 1;
    private const int Interpreter = 3;

    public static ProgramFacts? Read(ReadOnlySpan<byte> start)
    {
        if (!start.StartsWith("\u007FELF"u8))
        {
            return null;
        }

        if (start.Length < 64 || start[4] is not (1 or 2))
        {
            return new(MediaType, "ELF, cut off");
        }

        var reader = new Fields(start, IsWide: start[4] == 2, IsBig: start[5] == 2);
        var (table, size, count) = reader.IsWide ? (32, 54, 56) : (28, 42, 44);
        var (at, entry, entries) = (reader.Word(table), reader.Short(size), reader.Short(count));
        var segments = new List<Section>();
        var isDynamic = false;
        for (var i = 0; i < entries && at + ((i + 1L) * entry) <= start.Length && entry >= (reader.IsWide ? 56 : 32); i++)
        {
            var header = new Fields(start[(int)(at + ((long)i * entry))..], reader.IsWide, reader.IsBig);
            var type = header.Int(0);
            isDynamic |= type == Interpreter;
            if (type == Loaded)
            {
                segments.Add(new($"segment {i}", header.Word(reader.IsWide ? 8 : 4), header.Word(reader.IsWide ? 32 : 16)));
            }
        }

        var kind = reader.Short(16) switch
        {
            1 => "object file",
            2 => "program",
            3 => isDynamic ? "program" : "library",
            4 => "core",
            _ => "file",
        };
        var linking = isDynamic ? ", dynamic" : "";
        return new(MediaType, $"ELF {(reader.IsWide ? 64 : 32)} bits, {MachineOf(reader.Short(18))}, {kind}{linking}")
        {
            Sections = segments,
        };
    }

    private static string MachineOf(int machine) => machine switch
    {
        3 => "x86",
        8 => "MIPS",
        40 => "ARM",
        62 => "x64",
        183 => "ARM64",
        243 => "RISC-V",
        _ => $"machine {machine}",
    };

    private readonly ref struct Fields(ReadOnlySpan<byte> bytes, bool IsWide, bool IsBig)
    {
        private readonly ReadOnlySpan<byte> _bytes = bytes;

        public bool IsWide { get; } = IsWide;

        public bool IsBig { get; } = IsBig;

        public int Short(int at) => IsBig
            ? BinaryPrimitives.ReadUInt16BigEndian(_bytes[at..])
            : BinaryPrimitives.ReadUInt16LittleEndian(_bytes[at..]);

        public uint Int(int at) => IsBig
            ? BinaryPrimitives.ReadUInt32BigEndian(_bytes[at..])
            : BinaryPrimitives.ReadUInt32LittleEndian(_bytes[at..]);

        /// <returns>At most what a file can have.</returns>
        public long Word(int at)
        {
            if (!IsWide)
            {
                return Int(at);
            }

            var word = IsBig ? BinaryPrimitives.ReadUInt64BigEndian(_bytes[at..]) : BinaryPrimitives.ReadUInt64LittleEndian(_bytes[at..]);
            return (long)Math.Min(word, 1UL << 56);
        }
    }
}
