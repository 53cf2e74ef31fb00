using System.Buffers.Binary;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.SevenZip;

/// <summary>
/// Lists 7z archives. What they hold is told by its names, and not opened. The names stand at the end of an archive; of what comes before,
/// nothing is kept.
/// </summary>
internal sealed class SevenZipEngine : StreamingEngine
{
    private const string MediaType = "application/x-7z-compressed";
    private const int SignatureHeader = 32;
    private const int MaxHeader = 4 << 20;
    private const int MaxEncodings = 4;

    // An encoded header is packed behind the files, right before what describes it.
    private const int MaxPacked = 1 << 20;

    private static readonly EngineRule HiddenNames = new("7z.hidden-names", 0,
        "The archive's directory cannot be read: it is encrypted, or compressed in an uncommon way.", "7zFormat.txt", 5);

    private readonly KeptBytes _kept = new(64 * 1024);
    private long _size;
    private long _start;
    private long _header;
    private long _end;

    public override IReadOnlyList<EngineRule> Rules => [HiddenNames];

    public override Assessment Complete(ReadOnlySpan<byte> prefix)
    {
        if (_end < 0 || _end > _size)
        {
            Evidence.Miss(Gap.Broken);
        }
        else if (_kept.Length < _end - _start)
        {
            Evidence.Miss(Gap.TooLarge, _start + _kept.Length);
        }
        else if (_end > _header)
        {
            List(_kept.Span[(int)(_header - _start)..]);
        }

        return Evidence.Assess(MediaType);
    }

    public override void Reset()
    {
        _kept.Clear();
        _size = 0;
        base.Reset();
    }

    protected override bool IsMine(ReadOnlySpan<byte> prefix)
    {
        if (prefix is not [(byte)'7', (byte)'z', 0xBC, 0xAF, 0x27, 0x1C, ..])
        {
            return false;
        }

        var (offset, length) = prefix.Length < SignatureHeader ? (-1, -1)
            : (BinaryPrimitives.ReadInt64LittleEndian(prefix[12..]), BinaryPrimitives.ReadInt64LittleEndian(prefix[20..]));
        var isSound = offset >= 0 && length >= 0 && offset <= long.MaxValue - SignatureHeader - length;
        _header = isSound ? SignatureHeader + offset : 0;
        _end = isSound ? _header + length : -1;
        _start = Math.Max(SignatureHeader, _header - MaxPacked);
        return true;
    }

    protected override void Read(ReadOnlySpan<byte> bytes)
    {
        var from = (int)Math.Clamp(_start - _size, 0, bytes.Length);
        var to = (int)Math.Clamp(_end - _size, from, bytes.Length);
        if (_size + from == _start + _kept.Length)
        {
            _kept.Append(bytes[from..to], Parts.Budget, Parts.Depth);
        }

        _size += bytes.Length;
    }

    private void List(ReadOnlySpan<byte> bytes)
    {
        var header = new SevenZipHeader();
        var isRead = header.Read(bytes);
        for (var i = 0; i < MaxEncodings && isRead && header.IsEncoded; i++)
        {
            var encoded = header;
            header = new();
            isRead = encoded.Unpack(_kept.Span, _start - SignatureHeader, MaxHeader) is { } unpacked && header.Read(unpacked);
            if (encoded.IsEncrypted)
            {
                Evidence.Find(HiddenNames);
                Evidence.Miss(Gap.NeedsPassword);
                return;
            }
        }

        if (!isRead || header.IsEncoded)
        {
            Evidence.Find(HiddenNames);
            Evidence.Miss(Gap.Broken);
        }

        foreach (var (name, isEmpty) in header.Entries)
        {
            Evidence.LookAtPath(name, 0);
            if (isEmpty)
            {
                Parts.Open(name, 0).Complete();
            }
            else
            {
                Parts.Skip(name, 0, header.IsEncrypted ? Gap.NeedsPassword : Gap.ArchiveNotOpened);
            }
        }
    }
}
