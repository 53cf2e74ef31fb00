using System.Buffers.Binary;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Rar;

/// <summary>The format up to version 4 (RAR technical note, "RAR archive format").</summary>
internal sealed class Rar4 : IRarFormat
{
    private const int FixedLength = 7;
    private const int FileFixedLength = 32;
    private const byte MainType = 0x73;
    private const byte FileType = 0x74;
    private const byte ServiceType = 0x7A;
    private const byte EndType = 0x7B;
    private const byte Stored = 0x30;

    public int SignatureLength => 7;

    public long LengthOf(ReadOnlySpan<byte> start) =>
        start.Length < FixedLength ? FixedLength : Math.Max(FixedLength, (int)BinaryPrimitives.ReadUInt16LittleEndian(start[5..]));

    public RarBlock Parse(ReadOnlySpan<byte> header)
    {
        var (type, flags) = (header[2], BinaryPrimitives.ReadUInt16LittleEndian(header[3..]));
        if (type is not (FileType or ServiceType) || header.Length < FileFixedLength)
        {
            return new()
            {
                DataLength = (flags & 0x8000) != 0 && header.Length >= 11 ? BinaryPrimitives.ReadUInt32LittleEndian(header[7..]) : 0,
                IsEnd = type == EndType,
                HidesHeaders = type == MainType && (flags & 0x80) != 0,
            };
        }

        var isLarge = (flags & 0x100) != 0 && header.Length >= FileFixedLength + 8;
        var high = isLarge ? BinaryPrimitives.ReadUInt32LittleEndian(header[FileFixedLength..]) & 0x7FFFFFFF : 0L;
        var name = header[(isLarge ? FileFixedLength + 8 : FileFixedLength)..];
        name = name[..Math.Min(name.Length, BinaryPrimitives.ReadUInt16LittleEndian(header[26..]))];
        return new()
        {
            DataLength = (high << 32) | BinaryPrimitives.ReadUInt32LittleEndian(header[7..]),
            Name = PlainText.Decode(name.IndexOf((byte)0) is >= 0 and var end ? name[..end] : name).Replace('\\', '/'),
            IsFile = type == FileType,
            IsService = type == ServiceType,
            IsFolder = (flags & 0xE0) == 0xE0,
            IsEncrypted = (flags & 4) != 0,
            IsStored = header[25] == Stored,
            IsSplit = (flags & 3) != 0,
        };
    }
}
