using Analyzer.Engines.Pdf.Actions;
using Analyzer.Engines.Pdf.Lexing;
using Analyzer.Engines.Pdf.Links;
using Analyzer.Engines.Memory;

namespace Analyzer.Engines.Pdf.Objects;

/// <summary>Collects the strings that matter and hands them on: scripts, addresses, names of files, objects that are a string.</summary>
internal sealed class StringValues(IDocumentParts parts, FrameStack frames, IObjectCipher? cipher)
{
    private const int MaxLength = 64 * 1024;
    public const int MaxNameLength = 1024;
    private const int MaxArgument = 64;

    /// <summary>An object that names more than these is made to cost memory: what it names later has no excerpt.</summary>
    private const int MaxArguments = 64 * 1024;

    private readonly PooledList<byte> _string = new();
    private readonly PooledList<byte> _names = new();
    private readonly PooledList<byte> _arguments = new();
    private TextRange _own;
    private Use _use;
    private bool _isCut;

    private enum Use : byte
    {
        None,
        Script,

        /// <summary>One that runs when data of a form are opened.</summary>
        FormScript,
        Uri,

        /// <summary>What addresses without a scheme begin with (ISO 32000-2, 12.6.4.8).</summary>
        Base,
        FileName,

        /// <summary>What a program is started with.</summary>
        Parameters,
        Object,
    }

    /// <summary>The names in the object itself; empty when there are none.</summary>
    public ReadOnlySpan<byte> OwnArgument => ArgumentOf(_own);

    public ReadOnlySpan<byte> ArgumentOf(TextRange range) => _arguments.Span.Slice(range.Start, range.Length);

    /// <summary>The name of a file that a dictionary gives; empty when it gives none.</summary>
    public ReadOnlySpan<byte> NameOf(TextRange range) => _names.Span.Slice(range.Start, range.Length);

    /// <summary>The object has ended with a dictionary or an array that names this.</summary>
    public void SetOwn(TextRange argument) => _own = argument;

    /// <param name="number">The object that the string is in.</param>
    /// <returns>Whether the string matters.</returns>
    public bool Begin(int number)
    {
        _string.Empty();
        _isCut = false;
        _use = frames.IsBeyond ? Use.None
            : frames.Depth == 0 ? number > 0 ? Use.Object : Use.None
            : frames.Top.TakesFormScript ? Use.FormScript
            : frames.Top is not { IsDictionary: true, HasKey: true } ? Use.None
            : frames.Top.Key switch
            {
                PdfName.JS => Use.Script,
                PdfName.URI => Use.Uri,
                PdfName.Base when frames.Depth > 1 && frames.Around.Key == PdfName.URI => Use.Base,
                PdfName.F or PdfName.UF or PdfName.Unix or PdfName.DOS or PdfName.Mac or PdfName.Win => Use.FileName,
                PdfName.P when frames.Depth > 1 && frames.Around.Key is PdfName.Win or PdfName.Unix or PdfName.Mac => Use.Parameters,
                _ => Use.None,
            };
        return _use != Use.None;
    }

    /// <returns>Whether more are wanted.</returns>
    public bool Add(ReadOnlySpan<byte> bytes)
    {
        if (_use == Use.None)
        {
            return false;
        }

        var limit = MaxBytes + (cipher is null ? 0 : IObjectCipher.MaxOverhead);
        var taken = Math.Min(bytes.Length, limit - _string.Count);
        _string.Append(bytes[..taken]);
        _isCut |= taken < bytes.Length;
        return !_isCut;
    }

    /// <returns>What the string does as an object of its own; nothing when it is none.</returns>
    public ActionKinds End(in ObjectPlace place)
    {
        if (_use != Use.None)
        {
            Decrypt(place);
        }

        ReadOnlySpan<byte> text = _string.Span;
        var use = _use;
        _use = Use.None;
        switch (use)
        {
            case Use.Script:
                parts.Script(text, _isCut, place, frames.Top.Origin);
                break;
            case Use.FormScript:
                parts.Script(text, _isCut, place, Origin.Of(Trigger.Open));
                break;
            case Use.Uri:
                frames.Top.Named |= LinkTarget.Of(text, isUri: true).Kinds;
                parts.Uri(text, place);
                NoteArgument(text);
                break;
            case Use.Base when LinkTarget.Of(text, isUri: true).Kinds is var kinds
                && (kinds & (ActionKinds.Handler | ActionKinds.Code | ActionKinds.Share)) != 0:
                frames.Top.Named |= kinds;
                frames.Top.AddAction(PdfName.URI);
                NoteArgument(text);
                break;
            case Use.Parameters when !text.IsEmpty:
                frames.Top.Named |= ActionKinds.Program;
                break;
            case Use.FileName:
                NameFile(text, place);
                break;
            case Use.Object:
                parts.StringObject(text, _isCut, place);
                var named = LinkTarget.Of(text, isUri: false).Kinds;
                _own = (named & ~ActionKinds.File) == 0 ? default : Keep(text);
                return ActionKinds.Other | ActionKinds.Text | named;
        }

        return ActionKinds.None;
    }

    /// <summary>A dictionary or an array ends: the name of a file that it gives is kept no longer.</summary>
    public void EndFrame(TextRange name)
    {
        if (name.Length > 0)
        {
            _names.Shorten(name.Start);
        }
    }

    /// <summary>Forgets a string that has begun.</summary>
    public void Drop() => _use = Use.None;

    /// <summary>Forgets what the object has named.</summary>
    public void EndObject()
    {
        _arguments.Empty();
        _names.Empty();
        _own = default;
    }

    /// <summary>Gives back what it has rented.</summary>
    public void Clear()
    {
        _string.Clear();
        _arguments.Clear();
        _names.Clear();
        _use = Use.None;
    }

    private int MaxBytes => _use is Use.Script or Use.FormScript or Use.Object ? MaxLength : MaxNameLength;

    // Object streams are decrypted as a whole.
    private void Decrypt(in ObjectPlace place)
    {
        if (cipher is not null && place is { Object: > 0 and not ObjectPlace.Trailer, Container: 0 })
        {
            _string.Shorten(cipher.DecryptString(_string.Span, _isCut));
            _isCut |= _string.Count > MaxBytes;
            _string.Shorten(Math.Min(_string.Count, MaxBytes));
        }
    }

    private TextRange Keep(ReadOnlySpan<byte> text)
    {
        if (_arguments.Count > MaxArguments)
        {
            return default;
        }

        var kept = new TextRange(_arguments.Count, Math.Min(text.Length, MaxArgument));
        _arguments.Append(text[..kept.Length]);
        return kept;
    }

    private void NoteArgument(ReadOnlySpan<byte> text)
    {
        ref var frame = ref frames.Top;
        if (frame.Argument.Length == 0)
        {
            frame.Argument = Keep(text);
        }
    }

    private void NameFile(ReadOnlySpan<byte> name, in ObjectPlace place)
    {
        ref var frame = ref frames.Top;
        var named = LinkTarget.Of(name, isUri: false).Kinds;
        if ((named & ~frame.Named & ~ActionKinds.File) != 0)
        {
            // What is worse than the names before it is shown instead.
            frame.Argument = default;
        }

        frame.Named |= named;
        NoteArgument(name);
        parts.FileName(name, place);

        // The names of outer dictionaries come before it; the one that it replaces is the last.
        if (frame.Name.Length == 0 || frame.Key == PdfName.UF)
        {
            EndFrame(frame.Name);
            frame.Name = new(_names.Count, name.Length);
            _names.Append(name);
        }
    }
}
