using Analyzer.Engines.Contract;
using Analyzer.Engines.Decoding;

namespace Analyzer.Engines.Rar;

/// <summary>Lists RAR archives, of version 4 and of version 5, and opens what is stored in them without compression.</summary>
internal sealed class RarEngine : StreamingEngine
{
    private const int MaxHeader = 2 << 20; // what the format allows

    private static readonly EngineRule Encrypted =
        new("rar.encrypted", 0, "The archive's headers are encrypted: not even its names can be read.",
        "RAR 5.0 archive format", 5);

    private readonly Gather _header = new();
    private IRarFormat _format = new Rar4();
    private RarBlock? _block;
    private IPart? _part;
    private long _left;
    private long _offset;
    private int _wayOut;
    private bool _hasEnded;

    private static ReadOnlySpan<byte> WayOut => "..\\"u8;

    public override IReadOnlyList<EngineRule> Rules => [Encrypted];

    public override Assessment Complete(ReadOnlySpan<byte> prefix)
    {
        if (!_hasEnded && (_left > 0 || _header.Length > 0))
        {
            Evidence.Miss(Gap.Broken, _offset);
        }

        _part?.Complete(_left > 0 ? Gap.Broken : null);
        _part = null;
        return Evidence.Assess("application/vnd.rar");
    }

    public override void Reset()
    {
        _header.Shrink();
        (_block, _part, _left, _offset, _wayOut, _hasEnded) = (null, null, 0, 0, 0, false);
        base.Reset();
    }

    protected override bool IsMine(ReadOnlySpan<byte> prefix)
    {
        if (!prefix.StartsWith("Rar!\u001A\u0007"u8))
        {
            return false;
        }

        _format = prefix.StartsWith("Rar!\u001A\u0007\u0001\0"u8) ? new Rar5() : new Rar4();
        return prefix.Length >= _format.SignatureLength;
    }

    protected override void Start() => _left = _format.SignatureLength;

    protected override void Read(ReadOnlySpan<byte> bytes)
    {
        _offset += bytes.Length;
        while (!bytes.IsEmpty)
        {
            if (_left > 0)
            {
                ReadData(ref bytes);
            }
            else if (_hasEnded)
            {
                ReadBehind(bytes);
                return;
            }
            else if (_format.LengthOf(_header.Bytes) is var wanted && wanted > MaxHeader)
            {
                // What follows cannot be told from what lies behind the archive.
                Evidence.Miss(Gap.Broken, _offset - bytes.Length);
                (_hasEnded, _left) = (true, long.MaxValue);
            }
            else if (_header.Take(ref bytes, (int)wanted) && _format.LengthOf(_header.Bytes) == _header.Length)
            {
                Enter(_offset - bytes.Length - _header.Length);
            }
        }
    }

    private void ReadData(ref ReadOnlySpan<byte> bytes)
    {
        var data = bytes[..(int)Math.Min(bytes.Length, _left)];
        bytes = bytes[data.Length..];
        _left -= data.Length;
        _part?.Write(data);
        if (_block is { IsService: true })
        {
            LookForWayOut(data, _offset - bytes.Length - data.Length);
        }

        if (_left == 0)
        {
            _part?.Complete();
            (_part, _block, _wayOut) = (null, null, 0);
        }
    }

    // A stream beside a file has a path of its own; "..\" in it is told once, however its bytes are cut.
    private void LookForWayOut(ReadOnlySpan<byte> data, long offset)
    {
        for (var at = 0; at < data.Length && _wayOut < WayOut.Length; at++)
        {
            _wayOut = data[at] == WayOut[_wayOut] ? _wayOut + 1 : data[at] == '.' ? Math.Max(1, _wayOut) : 0;
            if (_wayOut == WayOut.Length)
            {
                Evidence.Find(CommonRules.PathTraversal, offset + at + 1 - WayOut.Length, _block!.Name);
            }
        }
    }

    private void Enter(long offset)
    {
        _block = _format.Parse(_header.Bytes);
        var length = _header.Length;
        _header.Clear();
        _left = _block.DataLength;
        if (_block.IsEnd || _block.HidesHeaders)
        {
            _hasEnded = true;
            if (_block.HidesHeaders)
            {
                Evidence.Find(Encrypted, offset);
                Evidence.Miss(Gap.NeedsPassword, offset);
                _left = long.MaxValue;
            }
        }

        if (_block.IsFile)
        {
            EnterFile(_block, offset, offset + length);
        }
    }

    private void EnterFile(RarBlock block, long offset, long dataOffset)
    {
        Evidence.LookAtPath(block.Name, offset);
        if (block.IsFolder)
        {
            return;
        }

        if (block.IsEncrypted || !block.IsStored || block.IsSplit)
        {
            Parts.Skip(block.Name, offset, block.IsEncrypted ? Gap.NeedsPassword : Gap.ArchiveNotOpened);
            return;
        }

        _part = Parts.Open(block.Name, dataOffset);
        if (_left == 0)
        {
            _part.Complete();
            _part = null;
        }
    }

    private void ReadBehind(ReadOnlySpan<byte> bytes)
    {
        if (_part is null)
        {
            var start = bytes.IndexOfAnyExcept((byte)0);
            if (start < 0)
            {
                return;
            }

            bytes = bytes[start..];
            _part = Parts.Open(null, _offset - bytes.Length);
        }

        _part.Write(bytes);
    }
}
