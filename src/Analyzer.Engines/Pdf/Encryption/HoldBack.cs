using Analyzer.Engines.Contract;
using Analyzer.Engines.Memory;
using Analyzer.Engines.Pdf.Objects;

namespace Analyzer.Engines.Pdf.Encryption;

/// <summary>Decides what of a file is held back until its key is known, and for how long.</summary>
/// <remarks>
/// All decisions depend on the file's bytes alone, never on how they were cut: each is taken where an object or a stream begins or ends,
/// or by how long a stream's data are.
/// </remarks>
internal sealed class HoldBack
{
    /// <summary>Together, of the streams that may turn out to be scripts; what comes after so many is left out.</summary>
    public const int MaxOthers = 2 * 1024 * 1024;

    /// <summary>Of one of these: a longer one is not kept as a script either.</summary>
    public const int MaxOther = 64 * 1024;

    /// <summary>Of the embedded files together.</summary>
    public const int MaxFiles = 4 * 1024 * 1024;

    // The word that ends a stream, which may have been cut, and the line end before it.
    private const int MaxTail = 16;

    private readonly PlainProbe _probe = new();
    private readonly LastBytes _tail = new(MaxTail);
    private Share _share;
    private int _limit;
    private int _length;
    private int _start;
    private int _others;
    private int _files;
    private bool _isLeftOut;

    private enum Share
    {
        None,
        Others,
        Files,
    }

    public HeldInput Bytes { get; } = new();

    /// <summary>Whether the file's bytes are held no more: the key came too late, or the file is not encrypted.</summary>
    public bool HasEnded { get; private set; }

    /// <summary>Whether it ended because something lay in the clear; else it was too much.</summary>
    public bool IsPlain { get; private set; }

    /// <summary>Whether everything is held from here on: the key is known, and what is held is about to be read again.</summary>
    public bool KeepsAll { get; set; }

    /// <summary>Begins a file.</summary>
    public void Begin(IParts parts) => Bytes.Begin(parts);

    /// <param name="mayBePlain">Whether it says nothing of the document that the data are in the clear.</param>
    public void BeginStream(StreamKind kind, bool mayBePlain)
    {
        var room = Limit - Bytes.Length;
        (_length, _start) = (0, -1);
        (_share, _limit) = kind switch
        {
            _ when KeepsAll => (Share.None, int.MaxValue),
            StreamKind.ObjectStream => (Share.None, int.MaxValue),
            StreamKind.EmbeddedFile => (Share.Files, Math.Min(room, MaxFiles - _files)),
            StreamKind.Other => (Share.Others, Math.Min(room, Math.Min(MaxOther, MaxOthers - _others))),
            _ => (Share.None, 0),
        };
        if (HasEnded || Bytes.Length < HeldInput.AlwaysHeld || mayBePlain || kind is StreamKind.CrossReferences or StreamKind.Metadata)
        {
            _probe.Skip();
        }
        else
        {
            _probe.Begin();
        }
    }

    public void AddToStream(ReadOnlySpan<byte> bytes)
    {
        _length = (int)Math.Min(int.MaxValue, (long)_length + bytes.Length);
        if (_length > _limit && _start >= 0)
        {
            Bytes.Shorten(_start);
            (_start, _isLeftOut) = (-1, true);
        }

        if (_probe.Take(bytes))
        {
            End(isPlain: true);
        }
    }

    public void EndStream()
    {
        _others += _share == Share.Others && _length <= _limit ? _length : 0;
        _files += _share == Share.Files && _length <= _limit ? _length : 0;
        if (_probe.End())
        {
            End(isPlain: true);
        }
    }

    /// <summary>Takes the bytes that were read last.</summary>
    /// <param name="offset">Where they begin.</param>
    /// <param name="isData">Whether they are the data of a stream, or their end.</param>
    public void Take(ReadOnlySpan<byte> bytes, long offset, bool isData)
    {
        if (HasEnded || bytes.IsEmpty)
        {
            return;
        }

        if (!isData)
        {
            if (_isLeftOut)
            {
                Bytes.Add(_tail.Span, offset - _tail.Span.Length);
            }

            _tail.Clear();
            _isLeftOut = false;
            Bytes.Add(bytes, offset);
        }
        else
        {
            _tail.Add(bytes);
            _isLeftOut |= _length > _limit;
            if (!_isLeftOut)
            {
                _start = _start < 0 ? Bytes.Length : _start;
                Bytes.Add(bytes, offset);
            }
        }

        if (Bytes.IsFull || (Bytes.Length > Limit && !KeepsAll))
        {
            End(isPlain: false);
        }
    }

    /// <summary>Gives back what it has rented: the bytes are needed no more.</summary>
    public void Release()
    {
        Bytes.Clear();
        HasEnded = true;
    }

    /// <summary>Makes it ready for another file.</summary>
    public void Clear()
    {
        Bytes.Clear();
        _probe.Clear();
        _tail.Clear();
        (HasEnded, IsPlain, KeepsAll, _isLeftOut, _others, _files) = (false, false, false, false, 0, 0);
    }

    private int Limit => _probe.HasSeenOther ? HeldInput.MaxHeld : HeldInput.MaxUntold;

    private void End(bool isPlain)
    {
        Release();
        IsPlain = isPlain;
    }
}
