using System.Globalization;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Decoding;

namespace Analyzer.Engines.Tar;

/// <summary>Opens tar archives as they arrive.</summary>
internal sealed class TarEngine : StreamingEngine
{
    private const int MaxName = 64 * 1024;

    private static readonly EngineRule LinkOut = new("tar.link-out", 60,
        "A link in the archive leads out of the folder that it is unpacked to.", "CVE-2007-4559", 5);

    private readonly Gather _block = new();
    private readonly Gather _longName = new();
    private IPart? _part;
    private string? _name;
    private long? _size;
    private char _type;
    private long _left;
    private long _padding;
    private long _offset;
    private bool _hasEnded;

    public override IReadOnlyList<EngineRule> Rules => [LinkOut];

    public override Assessment Complete(ReadOnlySpan<byte> prefix)
    {
        if (_left > 0 || _block.Length > 0)
        {
            Evidence.Miss(Gap.Broken, _offset);
        }

        _part?.Complete(_left > 0 ? Gap.Broken : null);
        _part = null;
        return Evidence.Assess("application/x-tar");
    }

    public override void Reset()
    {
        _block.Clear();
        _longName.Shrink();
        (_part, _name, _size, _left, _padding, _offset, _hasEnded) = (null, null, null, 0, 0, 0, false);
        base.Reset();
    }

    protected override bool IsMine(ReadOnlySpan<byte> prefix) => TarHeader.IsHeader(prefix);

    protected override void Read(ReadOnlySpan<byte> bytes)
    {
        _offset += bytes.Length;
        while (!bytes.IsEmpty)
        {
            if (_left > 0)
            {
                ReadData(ref bytes);
            }
            else if (_padding > 0)
            {
                var skipped = (int)Math.Min(_padding, bytes.Length);
                bytes = bytes[skipped..];
                _padding -= skipped;
            }
            else if (_hasEnded)
            {
                ReadBehind(bytes, _offset - bytes.Length);
                return;
            }
            else if (_block.Take(ref bytes, TarHeader.BlockLength))
            {
                ReadBlock(_offset - bytes.Length - TarHeader.BlockLength);
            }
        }
    }

    private void ReadData(ref ReadOnlySpan<byte> bytes)
    {
        var data = bytes[..(int)Math.Min(_left, bytes.Length)];
        bytes = bytes[data.Length..];
        _left -= data.Length;
        if (_part is not null)
        {
            _part.Write(data);
        }
        else if (_longName.Length < MaxName)
        {
            _longName.Add(data[..Math.Min(data.Length, MaxName - _longName.Length)]);
        }

        if (_left == 0)
        {
            EndData();
        }
    }

    private void EndData()
    {
        _part?.Complete();
        _part = null;
        if (_type == 'L')
        {
            _name = PlainText.Decode(_longName.Bytes).TrimEnd('\0');
        }
        else if (_type == 'x')
        {
            var records = PlainText.Decode(_longName.Bytes);
            _name = RecordIn(records, "path=") ?? _name;
            _size = long.TryParse(RecordIn(records, "size="), NumberStyles.None, CultureInfo.InvariantCulture, out var size) ? size : null;
        }

        _longName.Clear();
    }

    // Records of "length key=value" (POSIX.1-2017, pax, "pax Extended Header").
    private static string? RecordIn(string records, string key) => records.Split('\n').Select(record => record.Split(' ', 2))
        .LastOrDefault(record => record.Length == 2 && record[1].StartsWith(key, StringComparison.Ordinal))?[1][key.Length..];

    private void ReadBlock(long offset)
    {
        if (_block.Bytes.IndexOfAnyExcept((byte)0) < 0)
        {
            _hasEnded = true; // one block of zeros is the end, or the first of two
            _block.Clear();
            return;
        }

        if (!TarHeader.IsHeader(_block.Bytes))
        {
            _hasEnded = true;
            Evidence.Miss(Gap.Broken, offset);
            ReadBehind(_block.Bytes, offset);
            _block.Clear();
            return;
        }

        Enter(TarHeader.Parse(_block.Bytes), offset);
        _block.Clear();
    }

    private void Enter(TarHeader header, long offset)
    {
        _type = header.Type;
        _left = _type is 'L' or 'x' or 'K' or 'g' ? header.Size : _size ?? header.Size;
        _padding = (TarHeader.BlockLength - (_left % TarHeader.BlockLength)) % TarHeader.BlockLength;
        if (_type is 'L' or 'x' or 'K' or 'g')
        {
            _longName.Clear();
            return;
        }

        var name = _name ?? header.Name;
        (_name, _size) = (null, null);
        Evidence.LookAtPath(name, offset);
        if (_type is '1' or '2' && (header.LinkTarget.StartsWith('/') || header.LinkTarget.Split('/').Contains("..")))
        {
            LookAtLink(name, header.LinkTarget, offset);
        }

        if (header.IsFile && !name.EndsWith('/'))
        {
            _part = Parts.Open(name, offset + TarHeader.BlockLength);
            if (_left == 0)
            {
                EndData();
            }
        }
        else if (_left > 0)
        {
            _part = Parts.Open(name, offset); // of another type, and yet with data
        }
    }

    // A symbolic link may go up as far as its own folder lies deep.
    private void LookAtLink(string name, string target, long offset)
    {
        var depth = name.Count(letter => letter == '/');
        var ups = target.Split('/').Count(step => step == "..");
        if (target.StartsWith('/') || ups > depth)
        {
            Evidence.Find(LinkOut, offset, $"{name} -> {target}");
        }
    }

    private void ReadBehind(ReadOnlySpan<byte> bytes, long offset)
    {
        if (_part is null)
        {
            var start = bytes.IndexOfAnyExcept((byte)0);
            if (start < 0)
            {
                return;
            }

            bytes = bytes[start..];
            _part = Parts.Open(null, offset + start);
        }

        _part.Write(bytes);
    }
}
