using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Rar;

/// <summary>The format since version 5 (RARLAB, "RAR 5.0 archive format"): numbers have seven bits in each byte.</summary>
internal sealed class Rar5 : IRarFormat
{
    private const int ChecksumLength = 4;
    private const int MaxNumber = 3; // of a header's length
    private const ulong FileType = 2;
    private const ulong ServiceType = 3;
    private const ulong EncryptionType = 4;
    private const ulong EndType = 5;

    public int SignatureLength => 8;

    public long LengthOf(ReadOnlySpan<byte> start)
    {
        var rest = start[Math.Min(start.Length, ChecksumLength)..];
        var at = 0;
        return rest.IsEmpty ? ChecksumLength + 1
            : Take(rest, ref at) is { } length ? (long)Math.Min(length, 1UL << 40) + ChecksumLength + at
            : rest.Length < MaxNumber ? start.Length + 1 : long.MaxValue;
    }

    public RarBlock Parse(ReadOnlySpan<byte> header)
    {
        var fields = header[ChecksumLength..];
        var at = 0;
        Take(fields, ref at);
        var (type, flags) = (Take(fields, ref at) ?? 0, Take(fields, ref at) ?? 0);
        var extra = (flags & 1) != 0 ? Take(fields, ref at) ?? 0 : 0;
        var data = (flags & 2) != 0 ? Take(fields, ref at) ?? 0 : 0;
        var block = new RarBlock
        {
            DataLength = (long)Math.Min(data, long.MaxValue / 2),
            IsEnd = type == EndType,
            HidesHeaders = type == EncryptionType,
        };
        if (type is not (FileType or ServiceType))
        {
            return block;
        }

        var fileFlags = Take(fields, ref at) ?? 0;
        Take(fields, ref at); // size
        Take(fields, ref at); // attributes
        at += ((fileFlags & 2) != 0 ? 4 : 0) + ((fileFlags & 4) != 0 ? 4 : 0);
        var compression = Take(fields, ref at) ?? 0;
        Take(fields, ref at); // system
        var nameLength = (int)Math.Min(Take(fields, ref at) ?? 0, (ulong)Math.Max(0, fields.Length - at));
        return block with
        {
            Name = nameLength > 0 ? PlainText.Decode(fields.Slice(at, nameLength)) : "",
            IsFile = type == FileType,
            IsService = type == ServiceType,
            IsFolder = (fileFlags & 1) != 0,
            IsStored = ((compression >> 7) & 7) == 0,
            IsSplit = (flags & 0b11000) != 0,
            IsEncrypted = extra > 0 && IsEncrypted(fields[^(int)Math.Min(extra, (ulong)fields.Length)..]),
        };
    }

    // Records of length, type and data.
    private static bool IsEncrypted(ReadOnlySpan<byte> extra)
    {
        for (var at = 0; at < extra.Length;)
        {
            if (Take(extra, ref at) is not { } length || length == 0 || length > (ulong)(extra.Length - at))
            {
                return false;
            }

            var next = at + (int)length;
            if (Take(extra, ref at) == 1)
            {
                return true;
            }

            at = next;
        }

        return false;
    }

    private static ulong? Take(ReadOnlySpan<byte> bytes, ref int at)
    {
        var number = 0UL;
        for (var shift = 0; shift < 64 && at < bytes.Length; shift += 7)
        {
            var value = bytes[at++];
            number |= (ulong)(value & 0x7F) << shift;
            if (value < 0x80)
            {
                return number;
            }
        }

        return null;
    }
}
