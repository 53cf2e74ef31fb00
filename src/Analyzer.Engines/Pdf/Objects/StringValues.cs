using Analyzer.Engines.Pdf.Actions;
using Analyzer.Engines.Pdf.Lexing;
using Analyzer.Engines.Pdf.Memory;

namespace Analyzer.Engines.Pdf.Objects;

/// <summary>Collects the strings that matter and hands them on: scripts, addresses, names of files, objects that are a string.</summary>
internal sealed class StringValues(IDocumentParts parts, FrameStack frames)
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
        Uri,
        FileName,
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
            : frames.Top is not { IsDictionary: true, HasKey: true } ? Use.None
            : frames.Top.Key switch
            {
                PdfName.JS => Use.Script,
                PdfName.URI => Use.Uri,
                PdfName.F or PdfName.UF or PdfName.Unix or PdfName.DOS or PdfName.Mac => Use.FileName,
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

        var limit = _use is Use.Script or Use.Object ? MaxLength : MaxNameLength;
        var taken = Math.Min(bytes.Length, limit - _string.Count);
        _string.Append(bytes[..taken]);
        _isCut |= taken < bytes.Length;
        return !_isCut;
    }

    /// <returns>What the string does as an object of its own; nothing when it is none.</returns>
    public ActionKinds End(in ObjectPlace place)
    {
        ReadOnlySpan<byte> text = _string.Span;
        var use = _use;
        _use = Use.None;
        switch (use)
        {
            case Use.Script:
                parts.Script(text, _isCut, place);
                break;
            case Use.Uri:
                parts.Uri(text, place);
                NoteArgument(text);
                break;
            case Use.FileName:
                NameFile(text, place);
                break;
            case Use.Object:
                parts.StringObject(text, _isCut, place);
                if (FileNames.IsUnc(text))
                {
                    _own = Keep(text);
                    return ActionKinds.Other | ActionKinds.Unc;
                }

                return ActionKinds.Other;
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
        if (FileNames.IsUnc(name) && !frames.Top.IsUnc)
        {
            frames.MarkUnc(Keep(name));
        }

        NoteArgument(name);
        parts.FileName(name, place);

        // The names of outer dictionaries come before it; the one that it replaces is the last.
        ref var frame = ref frames.Top;
        if (frame.Name.Length == 0 || frame.Key == PdfName.UF)
        {
            EndFrame(frame.Name);
            frame.Name = new(_names.Count, name.Length);
            _names.Append(name);
        }
    }
}
