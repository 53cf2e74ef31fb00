using Analyzer.Engines.Content;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Memory;

namespace Analyzer.Engines.Pdf.Foreign;

/// <summary>Finds data of another type between objects, or behind the last of them, and hands them on as a part.</summary>
/// <remarks>
/// Between objects stand cross-references, trailers and comments, and behind each <c>%%EOF</c> the next revision may begin. What begins
/// with something else is examined by its first bytes. When it is of a type that can act, it and all that follows it is a part of the
/// file: a program that looks for that type finds it there.
/// </remarks>
internal sealed class ForeignData
{
    private const int HeadLength = 9;

    private readonly FilePrefix _prefix = new();
    private readonly PooledList<byte> _head = new(HeadLength);
    private readonly PooledList<byte> _carry = new(EndMark.Length);
    private IParts? _parts;
    private IPart? _part;
    private State _state;
    private long _next;

    private enum State
    {
        /// <summary>Behind an object or the end of a revision.</summary>
        Start,

        /// <summary>In what belongs to a PDF.</summary>
        Structure,

        /// <summary>In a comment, as it stands behind the header: what follows its line may be anything again.</summary>
        Comment,

        /// <summary>In other data.</summary>
        Foreign,
    }

    private static ReadOnlySpan<byte> EndMark => "%%EOF"u8;

    /// <summary>Where the data begin; null when there are none.</summary>
    public long? Offset { get; private set; }

    /// <summary>Their type, when it can act; null for any other.</summary>
    public string? MediaType { get; private set; }

    /// <summary>The first of the bytes.</summary>
    public ReadOnlySpan<byte> Start => _prefix.Bytes;

    /// <summary>A document begins.</summary>
    /// <param name="parts">Takes the data.</param>
    public void Open(IParts parts) => _parts = parts;

    /// <summary>Takes bytes between objects.</summary>
    /// <param name="offset">The offset of the first of them.</param>
    /// <param name="isFollowed">Whether an object begins behind them; else they may go on.</param>
    public void Between(ReadOnlySpan<byte> bytes, long offset, bool isFollowed)
    {
        if (isFollowed && _state == State.Start && _head.Count == 0 && IsPlain(bytes))
        {
            return;
        }

        for (var at = 0; at < bytes.Length && _state != State.Foreign;)
        {
            at = _state switch
            {
                State.Structure => PassStructure(bytes, at),
                State.Comment => PassComment(bytes, at),
                _ => ReadStart(bytes, at, offset),
            };
        }

        if (isFollowed)
        {
            Classify(isEnd: false);
            if (_state != State.Foreign)
            {
                (_state, Offset) = (State.Start, null);
                _head.Empty();
                _carry.Empty();
            }
        }
    }

    /// <summary>Other data begin within an object, unless some have begun before.</summary>
    /// <param name="start">Their first bytes, which have passed.</param>
    /// <param name="offset">Where they begin.</param>
    public void Begin(ReadOnlySpan<byte> start, long offset)
    {
        if (_state == State.Foreign || MediaType is not null)
        {
            return;
        }

        (_state, Offset, _next) = (State.Foreign, offset, offset + start.Length);
        _head.Empty();
        _prefix.Clear();
        _prefix.Take(start);
    }

    /// <summary>Takes all bytes of the file, after those between objects have been told.</summary>
    public void Take(ReadOnlySpan<byte> bytes, long offset)
    {
        if (_state != State.Foreign)
        {
            return;
        }

        var skipped = (int)Math.Clamp(_next - offset, 0, bytes.Length);
        bytes = bytes[skipped..];
        _next = offset + skipped + bytes.Length;
        if (_part is null)
        {
            var taken = _prefix.Take(bytes);
            bytes = bytes[taken..];
            if (_prefix.IsComplete)
            {
                Recognize();
            }
        }

        _part?.Write(bytes);
    }

    /// <summary>Ends the file.</summary>
    public void Complete()
    {
        Classify(isEnd: true);
        Recognize();
        _part?.Complete();
        _part = null;
    }

    /// <summary>Makes it ready for another file.</summary>
    public void Clear()
    {
        _prefix.Clear();
        _head.Clear();
        _carry.Clear();
        (_parts, _part, _state, Offset, MediaType) = (null, null, State.Start, null, null);
    }

    // Mostly nothing but the next object's number stands between two of them.
    private static bool IsPlain(ReadOnlySpan<byte> bytes)
    {
        const int MaxLength = 24;
        var rest = bytes.TrimStart(" \r\n"u8);
        return bytes.Length <= MaxLength && !rest.IsEmpty && char.IsAsciiDigit((char)rest[0]);
    }

    private int ReadStart(ReadOnlySpan<byte> bytes, int at, long offset)
    {
        while (at < bytes.Length && _head.Count < HeadLength)
        {
            // White space, and the zeros and the mark of an end that some programs put behind a file.
            if (_head.Count > 0 || bytes[at] is not (0 or 9 or 10 or 12 or 13 or 26 or 32))
            {
                Offset ??= offset + at;
                _head.Add(bytes[at]);
            }

            at++;
            if (_head.Count == HeadLength || (_head.Count == 2 && IsStructure(_head.Span)))
            {
                Classify(isEnd: false);
                break;
            }
        }

        return at;
    }

    private void Classify(bool isEnd)
    {
        if (_state != State.Start || _head.Count == 0)
        {
            return;
        }

        ReadOnlySpan<byte> head = _head.Span;
        if (head is [(byte)'%', not (byte)'%'])
        {
            (_state, Offset) = (head[1] is (byte)'\r' or (byte)'\n' ? State.Start : State.Comment, null);
        }
        else if (IsStructure(head) || (!isEnd && head.Length < HeadLength))
        {
            (_state, Offset) = (State.Structure, null);
            PassStructure(head, 0);
        }
        else
        {
            _state = State.Foreign;
            _next = Offset!.Value + head.Length;
            _prefix.Take(head);
        }

        _head.Empty();
    }

    private static bool IsStructure(ReadOnlySpan<byte> head) =>
        (char.IsAsciiDigit((char)head[0]) && !head.StartsWith("7z"u8)) || head[0] is (byte)'%' or (byte)'+' or (byte)'-'
            || head.StartsWith("<<"u8)
        || head.StartsWith("xref"u8) || head.StartsWith("trailer"u8) || head.StartsWith("startxref"u8) || head.StartsWith("endobj"u8)
        || head.StartsWith("endstream"u8);

    private int PassComment(ReadOnlySpan<byte> bytes, int at)
    {
        var end = bytes[at..].IndexOfAny((byte)'\r', (byte)'\n');
        _state = end < 0 ? State.Comment : State.Start;
        return end < 0 ? bytes.Length : at + end + 1;
    }

    // Goes to behind the next end of a revision, wherever the bytes were cut.
    private int PassStructure(ReadOnlySpan<byte> bytes, int at)
    {
        var rest = bytes[at..];
        for (var i = 0; _carry.Count > 0 && i < EndMark.Length - 1; i++)
        {
            if (i == rest.Length)
            {
                break;
            }

            _carry.Add(rest[i]);
            if (_carry.Span.EndsWith(EndMark))
            {
                return EndRevision(at + i + 1);
            }
        }

        var found = rest.IndexOf(EndMark);
        if (found >= 0)
        {
            return EndRevision(at + found + EndMark.Length);
        }

        var kept = Math.Min(rest.Length, EndMark.Length - 1);
        if (rest.Length >= EndMark.Length - 1)
        {
            _carry.Empty();
        }

        if (_carry.Count == 0)
        {
            _carry.Append(rest[^kept..]);
        }

        return bytes.Length;
    }

    private int EndRevision(int at)
    {
        _state = State.Start;
        _carry.Empty();
        return at;
    }

    private void Recognize()
    {
        if (_state != State.Foreign || _part is not null || MediaType is not null || _prefix.Bytes.IsEmpty)
        {
            return;
        }

        MediaType = ForeignTypes.Find(_prefix.Bytes);
        if (MediaType is null)
        {
            // Whatever it is, nothing runs it.
            _state = State.Structure;
            return;
        }

        _part = _parts!.Open(null, Offset!.Value);
        _part.Write(_prefix.Bytes);
    }
}
