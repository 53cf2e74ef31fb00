using Analyzer.Engines.Pdf.Actions;
using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Objects;

/// <summary>Interprets the dictionaries of objects, token by token, as far as a verdict needs it.</summary>
internal sealed class ObjectReader
{
    private readonly IDocumentParts _parts;
    private readonly ActionGraph _actions;
    private readonly FrameStack _frames = new();
    private readonly StringValues _strings;
    private readonly ReferenceValues _references;
    private readonly NameValues _names;
    private readonly NumberValues _numbers;
    private readonly FrameEnds _ends;
    private ObjectPlace _place;
    private ActionKinds _kinds;
    private Integers _integers;
    private bool _hasDictionary;

    public ObjectReader(IDocumentParts parts, ActionGraph actions)
    {
        (_parts, _actions) = (parts, actions);
        _strings = new(parts, _frames);
        _references = new(parts, actions, _frames, Stream);
        _names = new(parts, _frames, Stream);
        _numbers = new(parts, _frames, Stream);
        _ends = new(parts, actions, _frames, Stream, _strings, _references, _names);
    }

    /// <summary>The last dictionary that was an object of its own; that of a stream when data follow.</summary>
    public StreamDictionary Stream { get; } = new();

    /// <summary>The object that is being read.</summary>
    public ObjectPlace Place => _place;

    /// <summary>True when the last word began a stream's data.</summary>
    public bool BeginsStream { get; private set; }

    /// <summary>How often an object was cut, or may have begun unnoticed: a reader who goes by offsets finds other objects there.</summary>
    public long Doubtful { get; private set; }

    private bool IsWhole => _frames.Depth == 0 && (_kinds != ActionKinds.None || _integers.Count > 0);

    /// <summary>Ends whatever was open and begins an object.</summary>
    public void BeginObject(in ObjectPlace place)
    {
        LeaveObject();
        _place = place;
        _kinds = ActionKinds.None;
        _parts.Object(place);
    }

    /// <summary>Takes an object's beginning that was met inside a comment: it ends whatever was open.</summary>
    public void BeginObject(int number, long offset) => BeginObject(new ObjectPlace(offset, number, _place.Container));

    /// <summary>Takes an object's beginning that was met inside a string, which may go on for others.</summary>
    public void BeginObjectInString(int number, long offset)
    {
        EndString();
        Doubtful++;
        EndObject();
        BeginObject(number, offset);
    }

    /// <summary>Ends whatever was open, and takes an object without consequences.</summary>
    /// <param name="passed">What the skimmer says of it.</param>
    public void PassObject(in ObjectPlace place, in SkimmedObject passed)
    {
        LeaveObject();
        _parts.Object(place);
        if (passed.Next > 0)
        {
            _actions.AddReference(place.Object, passed.Next, place);
        }

        _actions.Add(place.Object, passed.HasOtherKeys ? ActionKinds.Other | ActionKinds.NoEvents : ActionKinds.Other, place, []);
    }

    /// <summary>Begins the object of a stream whose dictionary the skimmer has skipped.</summary>
    public void BeginStreamObject(int number, long offset)
    {
        BeginObject(number, offset);
        _kinds = ActionKinds.Other | ActionKinds.NoEvents;
    }

    /// <summary>Ends the object where nothing says that it ends: others read on when something is open, or has not come yet.</summary>
    public void LeaveObject()
    {
        Doubtful += _place.Object > 0 && !IsWhole ? 1 : 0;
        EndObject();
    }

    /// <summary>Ends the object; what follows belongs to none.</summary>
    public void EndObject()
    {
        FlushIntegers();
        while (_frames.Depth > 0)
        {
            Close();
        }

        _strings.Drop();
        if (_place.Object > 0)
        {
            _names.EndObject(_place.Object);
            _actions.Add(_place.Object, _kinds, _place, _strings.OwnArgument);
            _place = _place with { Object = 0 };
        }

        Forget();
    }

    /// <summary>Makes it ready for other bytes.</summary>
    /// <param name="place">Names outside of an object stand there.</param>
    public void Reset(in ObjectPlace place)
    {
        _strings.Clear();
        Forget();
        _place = place;
        Doubtful = 0;
        Stream.Clear();
    }

    /// <param name="name">The name without its solidus, with hex codes decoded.</param>
    /// <param name="offset">Where the name begins.</param>
    public void Name(ReadOnlySpan<byte> name, bool hasHexCodes, long offset)
    {
        FlushIntegers();
        var (known, keyword) = PdfNames.Find(name);
        if (keyword != PdfKeyword.None)
        {
            _parts.Keyword(keyword, hasHexCodes, _place.At(offset), offset);
        }

        if (!_frames.TakesValues)
        {
            _names.TakeAlone(known, isFirst: _kinds == ActionKinds.None);
            _kinds |= _frames.Depth == 0 ? ActionKinds.Other : ActionKinds.None;
            return;
        }

        ref var frame = ref _frames.Top;
        if (frame.IsDictionary && !frame.HasKey)
        {
            frame.Key = known;
            frame.HasKey = true;
            frame.OnlyEvents &= PdfNames.IsEvent(known);
            return;
        }

        _names.Take(known);
        frame.EndValue();
    }

    public void Integer(long value, long offset) => _integers.Add(value, offset);

    /// <summary>Takes anything else that consists of regular characters: an operator, a real number, garbage.</summary>
    /// <returns>True when the lexer must stop here: a stream's data follow, or an object has ended.</returns>
    public bool Word(ReadOnlySpan<byte> word)
    {
        BeginsStream = false;
        switch (word.Length)
        {
            case 1 when word[0] == 'R' && _integers.Count >= 2:
                var target = _integers.Number;
                _integers = default;
                Reference(target);
                return false;
            case 6 when word.SequenceEqual("endobj"u8):
                Doubtful += _frames.Depth > 0 ? 1 : 0;
                EndObject();
                return _place.Container == 0;
            case 6 when word.SequenceEqual("stream"u8)
                && _frames.Depth == 0 && _hasDictionary && _place is { Object: > 0, Container: 0 }:
                _hasDictionary = false;
                BeginsStream = true;
                return true;
            case >= 3 when word.EndsWith("obj"u8) && _place.Container == 0 && TryBeginObject(word[..^3]):
                return false;
        }

        FlushIntegers();
        _hasDictionary &= _frames.Depth > 0;
        if (_frames.TakesValues)
        {
            _names.Take(word);
            _frames.Top.EndValue();
        }
        else if (_frames.Depth == 0)
        {
            // null, true, a real number: an object without consequences. The numbers of an R may have been taken for other objects.
            _kinds |= ActionKinds.Other;
            Doubtful += word is [(byte)'R'] && _place.Container > 0 ? 1 : 0;
        }

        return false;
    }

    /// <returns>Whether the string's bytes are wanted.</returns>
    public bool BeginString()
    {
        FlushIntegers();
        return _strings.Begin(_place.Object);
    }

    /// <summary>Adds decoded bytes to the string that has begun.</summary>
    /// <returns>Whether more are wanted.</returns>
    public bool AddToString(ReadOnlySpan<byte> bytes) => _strings.Add(bytes);

    public void EndString()
    {
        _kinds |= _strings.End(_place);
        if (_frames.TakesValues)
        {
            _frames.Top.Strings++;
            _frames.Top.EndValue();
        }
    }

    public void BeginDictionary() => Open(isDictionary: true);

    public void EndDictionary() => End(isDictionary: true);

    public void BeginArray() => Open(isDictionary: false);

    public void EndArray() => End(isDictionary: false);

    // Readers want no space before the word obj, and look for the numbers at an offset, also within a word, as in /x6 0 obj.
    private bool TryBeginObject(ReadOnlySpan<byte> generation)
    {
        if (generation is [.., var last] && !char.IsAsciiDigit((char)last))
        {
            return false;
        }

        if (!generation.IsEmpty && PdfCharacters.TryParseInteger(generation, out var value))
        {
            _integers.Add(value, 0);
        }
        else if (!generation.IsEmpty)
        {
            FlushIntegers();
        }

        if (_integers.Count < 2)
        {
            Doubtful++;
            return false;
        }

        var place = new ObjectPlace(_integers.Offset, _integers.Number, 0);
        _integers = default;
        BeginObject(place);
        return true;
    }

    private void Forget()
    {
        _frames.Clear();
        _names.Forget();
        _strings.EndObject();
        (_integers, _hasDictionary) = (default, false);
    }

    private void Open(bool isDictionary)
    {
        FlushIntegers();
        if (_frames.Depth == 0)
        {
            _hasDictionary = false;
            if (isDictionary)
            {
                Stream.Clear();
            }
        }

        if (!_frames.Open(isDictionary, _place.Object))
        {
            _parts.TooDeep();
        }
    }

    private void End(bool isDictionary)
    {
        FlushIntegers();
        if (_frames.Closes(isDictionary))
        {
            Close();
        }
    }

    private void Close()
    {
        _hasDictionary = _frames.Depth == 1 && _frames.Top.IsDictionary;
        _kinds |= _ends.Close(_place);
    }

    private void FlushIntegers()
    {
        if (_integers.Count == 0)
        {
            return;
        }

        var (first, offset) = (_integers.First, _integers.FirstOffset);
        _integers = default;
        if (_frames.Depth == 0)
        {
            _kinds |= ActionKinds.Other;
            return;
        }

        _numbers.Take(first, offset, _place);
    }

    private void Reference(int target)
    {
        if (_frames.Depth == 0)
        {
            _kinds |= ActionKinds.Other;
            _actions.AddReference(_place.Object, target, _place);
        }
        else if (_frames.TakesValues)
        {
            _references.Take(target, _place);
            _frames.Top.EndValue();
        }
    }
}
