using System.Buffers.Binary;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Decoding;

namespace Analyzer.Engines.Gzip;

/// <summary>Opens gzip files (RFC 1952), each member as a part.</summary>
internal sealed class GzipEngine : StreamingEngine
{
    private const int TrailerLength = 8;

    private readonly Inflater _inflater = new();
    private readonly MemberHeader _header = new();
    private readonly MemberData _data = new();
    private readonly Gather _behind = new();
    private IPart? _part;
    private State _state;
    private long _offset;

    private enum State
    {
        Header,
        Data,
        Trailer,
        Behind,

        /// <summary>Where a member ends that was not decoded to its end, nobody can tell.</summary>
        Lost,
    }

    public override IReadOnlyList<EngineRule> Rules => [];

    public override Assessment Complete(ReadOnlySpan<byte> prefix)
    {
        // The bytes that are left may be the end of one member and several others.
        while (_state is State.Data or State.Trailer)
        {
            if (_state == State.Data && _inflater.Complete() is { } gap)
            {
                CompleteMember(gap);
                _state = State.Lost;
                break;
            }

            if (_state == State.Data)
            {
                EnterTrailer();
            }

            EndMember();
        }

        if (_state == State.Header && _header.HasBytes)
        {
            Evidence.Miss(Gap.Broken, _offset);
        }

        _part?.Complete(); // what lies behind the last member
        _part = null;
        return Evidence.Assess("application/gzip");
    }

    public override void Reset()
    {
        _inflater.End();
        _header.Clear();
        _data.End();
        _behind.Shrink();
        (_part, _state, _offset) = (null, State.Header, 0);
        base.Reset();
    }

    public override void Dispose()
    {
        _inflater.Dispose();
        base.Dispose();
    }

    protected override bool IsMine(ReadOnlySpan<byte> prefix) => prefix is [0x1F, 0x8B, 8, ..];

    protected override void Read(ReadOnlySpan<byte> bytes)
    {
        _offset += bytes.Length;
        while (!bytes.IsEmpty)
        {
            switch (_state)
            {
                case State.Header:
                    ReadHeader(ref bytes);
                    break;
                case State.Data:
                    ReadData(ref bytes);
                    break;
                case State.Trailer:
                    if (_behind.Take(ref bytes, _inflater.LastPiece.Length + TrailerLength + 2))
                    {
                        EndMember();
                    }

                    break;
                case State.Behind:
                    ReadBehind(bytes);
                    return;
                default:
                    return;
            }
        }
    }

    private void ReadHeader(ref ReadOnlySpan<byte> bytes)
    {
        if (_header.Read(ref bytes) is not { } isMember)
        {
            return;
        }

        if (!isMember)
        {
            _state = State.Behind;
            ReadBehind(_header.Bytes);
            return;
        }

        _part = Parts.Open(_header.Name, _offset - bytes.Length);
        _data.Begin(_part);
        _inflater.Begin(_data, Parts.Budget);
        _state = State.Data;
    }

    private void ReadData(ref ReadOnlySpan<byte> bytes)
    {
        bytes = bytes[_inflater.Write(bytes)..];
        if (_inflater.HasEnded)
        {
            EnterTrailer();
        }
        else if (_inflater.IsDone)
        {
            CompleteMember(_inflater.Finish());
            _state = State.Lost;
        }
    }

    private void EnterTrailer()
    {
        _behind.Clear();
        _behind.Add(_inflater.LastPiece);
        _state = State.Trailer;
    }

    // The data ended somewhere in the last piece: where a trailer tells their checksum and size.
    private void EndMember()
    {
        var behind = _behind.Bytes.ToArray().AsSpan();
        Span<byte> trailer = stackalloc byte[TrailerLength];
        BinaryPrimitives.WriteUInt64LittleEndian(trailer, _data.Trailer());
        var at = behind.IndexOf(trailer);
        var end = at < 0 ? 0 : at + TrailerLength;
        _inflater.End();
        CompleteMember(end > 0 ? null : Gap.Broken);
        _state = end > 0 ? State.Header : State.Lost;
        if (end > 0)
        {
            var rest = behind[end..];
            _offset -= rest.Length;
            Read(rest);
        }
    }

    private void CompleteMember(Gap? gap)
    {
        if (gap == Gap.Bomb)
        {
            Evidence.Find(CommonRules.Bomb);
        }

        _part!.Complete(gap);
        _part = null;
        _data.End();
        _header.Clear();
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
