using System.Text;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Mail;

/// <summary>Walks through a message line by line, and makes a part of every body and attachment.</summary>
internal sealed class MailReader(Evidence evidence) : ILineSink
{
    /// <summary>Multiparts inside multiparts.</summary>
    private const int MaxBoundaries = 32;

    private readonly List<byte[]> _boundaries = [];
    private readonly MailHeaders _headers = new();
    private readonly PlainBody _plain = new();
    private readonly Base64Body _base64 = new();
    private readonly QuotedBody _quoted = new();
    private readonly UuBody _uu = new();
    private IParts _parts = null!;
    private IPart? _part;
    private long _bodyAt;
    private IPart? _uuPart;
    private IBodyDecoder _decoder = new PlainBody();
    private State _state;

    /// <summary>Where a message said that it has several parts, until the first of them comes; -1 otherwise.</summary>
    private long _unmetAt = -1;
    private bool _hasUnmetText;

    private enum State
    {
        Headers,
        Body,
        Between,
    }

    private bool IsMailbox { get; set; }

    public void Begin(IParts parts) => _parts = parts;

    public void Line(ReadOnlySpan<byte> line, bool isStart, long offset)
    {
        if (isStart && line.StartsWith("From "u8) && (offset == 0 || IsMailbox))
        {
            // Another message of a mailbox (RFC 4155).
            IsMailbox = true;
            EndBody();
            EndUnmet();
            _boundaries.Clear();
            _headers.Clear();
            _state = State.Headers;
            return;
        }

        if (isStart && line.StartsWith("--"u8) && _state != State.Headers | _boundaries.Count > 0 && MeetsBoundary(line))
        {
            return;
        }

        switch (_state)
        {
            case State.Headers when isStart && line.Trim("\r\n"u8).IsEmpty:
                EndHeaders(offset + line.Length);
                break;
            case State.Headers:
                _headers.Add(line);
                break;
            case State.Body:
                ReadBody(line, isStart, offset);
                break;
            case State.Between:
                _hasUnmetText |= _unmetAt >= 0 && !line.Trim(" \t\r\n"u8).IsEmpty;
                break;
        }
    }

    /// <summary>Ends where the file ends.</summary>
    public void Complete()
    {
        if (_state == State.Headers)
        {
            EndHeaders(0);
        }

        EndBody();
        EndUnmet();
    }

    public void Clear()
    {
        _boundaries.Clear();
        _headers.Clear();
        (_parts, _part, _uuPart, _state, IsMailbox) = (null!, null, null, State.Headers, false);
        (_unmetAt, _hasUnmetText) = (-1, false);
    }

    private bool MeetsBoundary(ReadOnlySpan<byte> line)
    {
        var text = line[2..].TrimEnd(" \t\r\n"u8);
        for (var i = _boundaries.Count - 1; i >= 0; i--)
        {
            var isEnd = text.EndsWith("--"u8) && text[..^2].SequenceEqual(_boundaries[i]);
            if (!isEnd && !text.SequenceEqual(_boundaries[i]))
            {
                continue;
            }

            EndBody();
            if (i < _boundaries.Count - 1)
            {
                EndUnmet();
            }

            (_unmetAt, _hasUnmetText) = (-1, false);
            _boundaries.RemoveRange(isEnd ? i : i + 1, _boundaries.Count - (isEnd ? i : i + 1));
            _headers.Clear();
            _state = isEnd ? State.Between : State.Headers;
            return true;
        }

        return false;
    }

    private void EndHeaders(long offset)
    {
        _headers.Complete();
        if (_headers.SaysTwoThings)
        {
            evidence.Find(MailRules.TwoHeaders, offset);
            evidence.Miss(Gap.Contradiction, offset);
        }

        if (_headers.ContentType is "multipart/encrypted")
        {
            NoteEncrypted(offset);
        }

        if (_headers.ContentType.StartsWith("multipart/", StringComparison.Ordinal))
        {
            if (_headers.Boundary is { Length: > 0 } boundary && _boundaries.Count < MaxBoundaries)
            {
                _boundaries.Add(Encoding.UTF8.GetBytes(boundary.TrimEnd()));
                (_state, _unmetAt, _hasUnmetText) = (State.Between, offset, false);
                return;
            }

            NoteNoBoundary(offset);
        }

        _state = State.Body;
        _decoder = _headers.Encoding switch
        {
            "base64" => _base64,
            "quoted-printable" => _quoted,
            _ => _plain,
        };
        _decoder.Clear();
        _part = _parts.Open(_headers.FileName, offset);
        _bodyAt = offset;
    }

    private void ReadBody(ReadOnlySpan<byte> line, bool isStart, long offset)
    {
        if (_uuPart is not null)
        {
            if (line.TrimEnd("\r\n "u8).SequenceEqual("end"u8))
            {
                _uuPart.Complete();
                _uuPart = null;
            }
            else
            {
                _uu.Decode(line, _uuPart);
            }

            return;
        }

        // Mail programs open such files wherever in a text they stand.
        if (isStart && _decoder == _plain && UuBody.NameIn(line) is { } name)
        {
            _uuPart = _parts.Open(name, offset);
            return;
        }

        _decoder.Decode(line, _part!);
    }

    // The parts never came, but a text did: what another program takes for parts.
    private void EndUnmet()
    {
        if (_unmetAt >= 0 && _hasUnmetText)
        {
            NoteNoBoundary(_unmetAt);
        }

        (_unmetAt, _hasUnmetText) = (-1, false);
    }

    private void NoteNoBoundary(long offset)
    {
        evidence.Find(MailRules.NoBoundary, offset);
        evidence.Miss(Gap.Contradiction, offset);
    }

    private void NoteEncrypted(long offset)
    {
        evidence.Find(MailRules.Encrypted, offset);
        evidence.Miss(Gap.NeedsPassword, offset);
    }

    private void EndBody()
    {
        _uuPart?.Complete(Gap.Broken);
        if (_part is not null)
        {
            _decoder.Complete(_part);
        }

        if (_part?.Complete() is { } body && _headers.ContentType is "application/pkcs7-mime" or "application/x-pkcs7-mime"
            && body.MediaType?.StartsWith("application/pkcs7-", StringComparison.Ordinal) != true)
        {
            NoteEncrypted(_bodyAt); // what is signed would be known by its content
        }

        (_uuPart, _part) = (null, null);
    }
}
