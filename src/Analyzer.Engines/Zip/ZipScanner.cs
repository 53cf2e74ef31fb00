using System.Buffers;
using System.Buffers.Binary;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Decoding;

namespace Analyzer.Engines.Zip;

/// <summary>Walks through an archive as it arrives: entries, directory, end, and whatever lies between and behind them.</summary>
internal sealed class ZipScanner(Evidence evidence, ZipDirectory directory, PackageKind kind) : IDisposable
{
    private const uint Local = 0x04034B50;
    private const uint Central = 0x02014B50;
    private const uint End = 0x06054B50;
    private const uint End64 = 0x06064B50;
    private const uint Locator64 = 0x07064B50;
    private const uint Split = 0x08074B50;
    private const int EndLength = 22;
    private const int End64Length = 56;
    private const int Locator64Length = 20;

    private readonly EntryReader _entry = new(evidence);
    private readonly Gather _record = new();
    private readonly SignatureSearch _search = new();
    private readonly HiddenBytes _hidden = new();
    private IParts _parts = null!;
    private LocalHeader? _header;
    private State _state;
    private long _end;
    private long _skipped;

    private enum State
    {
        Signature,
        LocalHeader,
        Data,
        Between,
        Record,
        Comment,
        Behind,
    }

    /// <summary>Whether the record was seen that ends an archive.</summary>
    public bool HasEnd { get; private set; }

    public void Begin(IParts parts)
    {
        _parts = parts;
        _hidden.Begin(parts);
    }

    public void Read(ReadOnlySpan<byte> bytes)
    {
        _end += bytes.Length;
        while (!bytes.IsEmpty)
        {
            if (Step(ref bytes))
            {
                LeaveEntry(_end - bytes.Length);
            }
        }
    }

    /// <summary>Ends where the file ends.</summary>
    public void Complete()
    {
        // An entry may have looked at bytes of the next ones.
        while (_state == State.Data)
        {
            _entry.ReadEnd();
            LeaveEntry(_end);
        }

        if (_state is State.LocalHeader or State.Record)
        {
            evidence.Miss(Gap.Broken, _end - _record.Length);
        }

        if (_state == State.Signature)
        {
            _hidden.Write(_record.Bytes);
        }
        else if (_state == State.Between)
        {
            _search.Flush(_hidden);
        }

        _hidden.End();
    }

    public void Reset()
    {
        _entry.Reset();
        _record.Shrink();
        _search.Flush(null);
        _hidden.Reset();
        (_header, _state, _end, _skipped, HasEnd, _parts) = (null, State.Signature, 0, 0, false, null!);
    }

    public void Dispose() => _entry.Dispose();

    private static bool IsRecord(uint signature) => signature is Local or Central or End or End64 or Locator64;

    /// <returns>True when an entry has ended.</returns>
    private bool Step(ref ReadOnlySpan<byte> bytes)
    {
        switch (_state)
        {
            case State.Signature:
                ReadSignature(ref bytes);
                return false;
            case State.LocalHeader:
                return ReadLocalHeader(ref bytes);
            case State.Data:
                return _entry.Read(ref bytes);
            case State.Between:
                ReadBetween(ref bytes);
                return false;
            case State.Record:
                ReadRecord(ref bytes);
                return false;
            case State.Comment:
                Skip(ref bytes);
                return false;
            default:
                _hidden.Write(bytes);
                bytes = [];
                return false;
        }
    }

    private void ReadSignature(ref ReadOnlySpan<byte> bytes)
    {
        if (!_record.Take(ref bytes, sizeof(uint)))
        {
            return;
        }

        var signature = BinaryPrimitives.ReadUInt32LittleEndian(_record.Bytes);
        if (IsRecord(signature))
        {
            EnterRecord(signature);
        }
        else if (signature == Split && _end - bytes.Length == sizeof(uint))
        {
            _record.Clear(); // an archive that was split begins with this
        }
        else
        {
            _hidden.Open(_end - bytes.Length - sizeof(uint));
            ReadOnlySpan<byte> looked = _record.Bytes.ToArray();
            _state = State.Between;
            ReadBetween(ref looked);
        }
    }

    private void EnterRecord(uint signature)
    {
        _hidden.End();
        _record.Clear();
        Span<byte> bytes = stackalloc byte[sizeof(uint)];
        BinaryPrimitives.WriteUInt32LittleEndian(bytes, signature);
        _record.Add(bytes);
        _state = signature == Local ? State.LocalHeader : State.Record;
    }

    private bool ReadLocalHeader(ref ReadOnlySpan<byte> bytes)
    {
        if (!_record.Take(ref bytes, LocalHeader.FixedLength) || !_record.Take(ref bytes, LocalHeader.LengthOf(_record.Bytes)))
        {
            return false;
        }

        _header = LocalHeader.Parse(_record.Bytes, _end - bytes.Length - _record.Length);
        _record.Clear();
        _state = State.Data;
        kind.See(_header.Name);
        _entry.Begin(_header, _parts);

        // An entry without data has ended, even if no byte follows.
        return _header.CompressedSize is null or 0 && _entry.Read(ref bytes);
    }

    /// <param name="position">Behind all bytes that were taken.</param>
    private void LeaveEntry(long position)
    {
        directory.Add(_header!, _entry.Size);
        if (_header!.IsEncrypted)
        {
            evidence.Find(ZipRules.Encrypted, _header.Offset, _header.Name);
        }

        _state = _entry.EndIsKnown ? State.Signature : State.Between;
        var rest = _entry.Rest;
        if (rest.IsEmpty)
        {
            return;
        }

        // The entry has looked at bytes of what follows: they are read again.
        var again = ArrayPool<byte>.Shared.Rent(rest.Length);
        rest.CopyTo(again);
        var end = _end;
        _end = position - rest.Length;
        Read(again.AsSpan(0, rest.Length));
        _end = end;
        ArrayPool<byte>.Shared.Return(again);
    }

    private void ReadBetween(ref ReadOnlySpan<byte> bytes)
    {
        if (_search.Find(ref bytes, _hidden, IsRecord, out var signature))
        {
            EnterRecord(signature);
        }
    }

    private void ReadRecord(ref ReadOnlySpan<byte> bytes)
    {
        switch (BinaryPrimitives.ReadUInt32LittleEndian(_record.Bytes))
        {
            case Central when _record.Take(ref bytes, ZipDirectory.FixedLength)
                && _record.Take(ref bytes, ZipDirectory.LengthOf(_record.Bytes)):
                directory.List(_record.Bytes, _end - bytes.Length - _record.Length);
                Leave(State.Signature, 0, bytes.Length);
                break;
            case End when _record.Take(ref bytes, EndLength):
                HasEnd = true;
                directory.TellEnd(_record.Bytes);
                Leave(State.Comment, BinaryPrimitives.ReadUInt16LittleEndian(_record.Bytes[20..]), bytes.Length);
                break;
            case End64 when _record.Take(ref bytes, End64Length):
                directory.TellEnd64(_record.Bytes);
                Leave(State.Comment, BinaryPrimitives.ReadInt64LittleEndian(_record.Bytes[4..]) - (End64Length - 12), bytes.Length);
                break;
            case Locator64 when _record.Take(ref bytes, Locator64Length):
                Leave(State.Signature, 0, bytes.Length);
                break;
        }
    }

    private void Leave(State state, long skipped, int left)
    {
        (_state, _skipped) = (state, Math.Max(0, skipped));
        _record.Clear();
        if (state == State.Comment && _skipped == 0)
        {
            LeaveComment(left);
        }
    }

    private void Skip(ref ReadOnlySpan<byte> bytes)
    {
        var skipped = (int)Math.Min(bytes.Length, _skipped);
        bytes = bytes[skipped..];
        _skipped -= skipped;
        if (_skipped == 0)
        {
            LeaveComment(bytes.Length);
        }
    }

    // The record of 64 bits is followed by the other one; behind that nothing should be.
    private void LeaveComment(int left)
    {
        _state = HasEnd ? State.Behind : State.Signature;
        if (HasEnd)
        {
            _hidden.Open(_end - left);
        }
    }
}
