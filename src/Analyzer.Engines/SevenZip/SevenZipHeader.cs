using System.Text;

namespace Analyzer.Engines.SevenZip;

/// <summary>Reads an archive's header (Igor Pavlov, 7zFormat.txt): which streams there are, and the names of the files in them.</summary>
internal sealed class SevenZipHeader
{
    public const int MaxItems = 65_536;
    private const byte End = 0;
    private const byte Header = 1;
    private const byte ArchiveProperties = 2;
    private const byte AdditionalStreams = 3;
    private const byte MainStreams = 4;
    private const byte Files = 5;
    private const byte PackInfo = 6;
    private const byte UnpackInfo = 7;
    private const byte SubStreams = 8;
    private const byte Sizes = 9;
    private const byte Checksums = 10;
    private const byte Folder = 11;
    private const byte UnpackSizes = 12;
    private const byte StreamCounts = 13;
    private const byte EmptyStream = 14;
    private const byte EmptyFile = 15;
    private const byte Names = 17;
    private const byte EncodedHeader = 23;

    private readonly List<Coder> _coders = [];
    private readonly List<long> _packSizes = [];
    private readonly List<long> _unpackSizes = [];
    private bool[] _folderChecksums = [];

    /// <summary>In their order; of some archives, those up to where the header cannot be read.</summary>
    public List<(string Name, bool IsEmpty)> Entries { get; } = [];

    /// <summary>True when something is encrypted.</summary>
    public bool IsEncrypted => _coders.Exists(coder => coder.IsEncryption);

    /// <summary>True when the header itself is compressed: then <see cref="Unpack"/> gives it.</summary>
    public bool IsEncoded { get; private set; }

    private long PackOffset { get; set; }

    /// <returns>False when the bytes are no header.</returns>
    public bool Read(ReadOnlySpan<byte> bytes)
    {
        var reader = new HeaderReader(bytes);
        var kind = reader.Byte();
        IsEncoded = kind == EncodedHeader;
        if (IsEncoded)
        {
            return ReadStreams(ref reader);
        }

        if (kind != Header)
        {
            return false;
        }

        for (var section = reader.Byte(); section != End; section = reader.Byte())
        {
            var isRead = section switch
            {
                ArchiveProperties => SkipProperties(ref reader),
                AdditionalStreams or MainStreams => ReadStreams(ref reader),
                Files => ReadFiles(ref reader),
                _ => false,
            };
            if (!isRead || reader.IsBroken)
            {
                return false;
            }
        }

        return !reader.IsBroken;
    }

    /// <summary>Decompresses an encoded header.</summary>
    /// <param name="streams">The last of what lies behind the signature header.</param>
    /// <param name="left">How many bytes behind that header were left out before these.</param>
    /// <param name="maxLength">A longer one is not decompressed.</param>
    /// <returns>Null when it cannot be.</returns>
    public byte[]? Unpack(ReadOnlySpan<byte> streams, long left, int maxLength)
    {
        var start = PackOffset - left;
        if (_coders is not [{ IsLzma: true } coder] || _packSizes is not [var length, ..] || _unpackSizes is not [var unpacked, ..]
            || start < 0 || start > streams.Length || length < 0 || length > streams.Length - start
            || unpacked < 0 || unpacked > maxLength)
        {
            return null;
        }

        var header = new byte[unpacked];
        return LzmaDecoder.TryDecode(coder.Properties[0], streams.Slice((int)start, (int)length), header) ? header : null;
    }

    private static bool SkipProperties(ref HeaderReader reader)
    {
        for (var type = reader.Byte(); type != End && !reader.IsBroken; type = reader.Byte())
        {
            reader.Skip(reader.Number());
        }

        return !reader.IsBroken;
    }

    private bool ReadStreams(ref HeaderReader reader)
    {
        for (var section = reader.Byte(); section != End; section = reader.Byte())
        {
            var isRead = section switch
            {
                PackInfo => ReadPackInfo(ref reader),
                UnpackInfo => ReadFolders(ref reader),
                SubStreams => SkipSubStreams(ref reader),
                _ => false,
            };
            if (!isRead || reader.IsBroken)
            {
                return false;
            }
        }

        return true;
    }

    private bool ReadPackInfo(ref HeaderReader reader)
    {
        PackOffset = reader.Number();
        var count = reader.Number();
        for (var section = reader.Byte(); section != End; section = reader.Byte())
        {
            if (section == Sizes)
            {
                for (var i = 0L; i < count && !reader.IsBroken; i++)
                {
                    Add(_packSizes, reader.Number());
                }
            }
            else if (section == Checksums)
            {
                reader.SkipChecksums(count);
            }
            else
            {
                return false;
            }
        }

        return !reader.IsBroken;
    }

    private bool ReadFolders(ref HeaderReader reader)
    {
        if (reader.Byte() != Folder)
        {
            return false;
        }

        var count = reader.Number();
        if (reader.Byte() != 0)
        {
            return false; // elsewhere, which nobody writes
        }

        var outputs = 0L;
        for (var i = 0L; i < count && !reader.IsBroken; i++)
        {
            outputs += ReadFolder(ref reader);
        }

        if (reader.Byte() != UnpackSizes)
        {
            return false;
        }

        for (var i = 0L; i < outputs && !reader.IsBroken; i++)
        {
            Add(_unpackSizes, reader.Number());
        }

        var next = reader.Byte();
        _folderChecksums = new bool[Math.Clamp(count, 0, MaxItems)];
        if (next == Checksums)
        {
            _folderChecksums = reader.SkipChecksums(count);
            next = reader.Byte();
        }

        return next == End && !reader.IsBroken;
    }

    /// <returns>The number of its outputs.</returns>
    private long ReadFolder(ref HeaderReader reader)
    {
        var (inputs, outputs) = (0L, 0L);
        var count = reader.Number();
        for (var i = 0L; i < count && i < 64 && !reader.IsBroken; i++)
        {
            var flags = reader.Byte();
            var id = reader.Take(flags & 15);
            var isComplex = (flags & 0x10) != 0;
            inputs += isComplex ? reader.Number() : 1;
            outputs += isComplex ? reader.Number() : 1;
            var properties = (flags & 0x20) != 0 ? reader.Take(reader.Number()) : [];
            if (_coders.Count < MaxItems)
            {
                _coders.Add(new(Convert.ToHexString(id), properties.ToArray()));
            }
        }

        for (var i = 0L; i < outputs - 1 && !reader.IsBroken; i++)
        {
            reader.Number();
            reader.Number();
        }

        var packed = inputs - (outputs - 1);
        for (var i = 0L; packed > 1 && i < packed && !reader.IsBroken; i++)
        {
            reader.Number();
        }

        return outputs;
    }

    // Where in the streams the files lie is of no use without decoding them; what comes behind has to be found all the same.
    private bool SkipSubStreams(ref HeaderReader reader)
    {
        var perFolder = new long[_folderChecksums.Length];
        Array.Fill(perFolder, 1);
        var section = reader.Byte();
        if (section == StreamCounts)
        {
            foreach (ref var count in perFolder.AsSpan())
            {
                count = Math.Min(reader.Number(), MaxItems);
            }

            section = reader.Byte();
        }

        if (section == Sizes)
        {
            for (var i = perFolder.Sum(count => Math.Max(0, count - 1)); i > 0 && !reader.IsBroken; i--)
            {
                reader.Number();
            }

            section = reader.Byte();
        }

        if (section == Checksums)
        {
            reader.SkipChecksums(perFolder.Where((count, i) => count != 1 || !_folderChecksums[i]).Sum());
            section = reader.Byte();
        }

        return section == End && !reader.IsBroken;
    }

    private bool ReadFiles(ref HeaderReader reader)
    {
        var count = (int)Math.Min(reader.Number(), MaxItems);
        var names = new List<string>();
        var isEmpty = new bool[count];
        var isEmptyFile = new bool[count];
        for (var type = reader.Byte(); type != End && !reader.IsBroken; type = reader.Byte())
        {
            var property = new HeaderReader(reader.Take(reader.Number()));
            switch (type)
            {
                case Names when property.Byte() == 0:
                    ReadNames(property.Rest, names, count);
                    break;
                case EmptyStream:
                    property.Bits(isEmpty);
                    break;
                case EmptyFile:
                    property.Bits(isEmptyFile.AsSpan(0, isEmpty.Count(empty => empty)));
                    break;
            }
        }

        var emptyIndex = 0;
        for (var i = 0; i < names.Count; i++)
        {
            // What has no stream is a folder, unless it is said to be an empty file.
            var isFolder = isEmpty[i] && !isEmptyFile[emptyIndex++];
            if (!isFolder)
            {
                Entries.Add((names[i], isEmpty[i]));
            }
        }

        return !reader.IsBroken;
    }

    private static void ReadNames(ReadOnlySpan<byte> bytes, List<string> names, int count)
    {
        while (bytes.Length >= 2 && names.Count < count)
        {
            var end = 0;
            while (end + 1 < bytes.Length && (bytes[end] | bytes[end + 1]) != 0)
            {
                end += 2;
            }

            names.Add(Encoding.Unicode.GetString(bytes[..Math.Min(end, bytes.Length)]));
            bytes = bytes[Math.Min(end + 2, bytes.Length)..];
        }
    }

    private static void Add(List<long> list, long value)
    {
        if (list.Count < MaxItems)
        {
            list.Add(value);
        }
    }

    private sealed record Coder(string Id, byte[] Properties)
    {
        public bool IsLzma => Id == "030101" && Properties.Length >= 5;

        public bool IsEncryption => Id.StartsWith("06F1", StringComparison.Ordinal);
    }
}
