using System.Text;
using Analyzer.Engines.Pdf.Actions;
using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Objects;

/// <summary>Interprets the dictionaries of objects, token by token, as far as a verdict needs it.</summary>
internal sealed class ObjectReader
{
    private readonly IDocumentParts _parts;
    private readonly ActionGraph _actions;
    private readonly IObjectCipher? _cipher;
    private readonly Doubts _doubts;
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
    private bool _isScriptTree;
    private Rectangle _rectangle;

    /// <param name="doubtful">
    /// Takes the objects that were cut, or may have begun unnoticed: readers who go by offsets find others there.
    /// </param>
    /// <param name="cipher">Decrypts the strings of objects outside of object streams; null when they are not encrypted.</param>
    public ObjectReader(IDocumentParts parts, ActionGraph actions, PlaceList? doubtful = null, IObjectCipher? cipher = null)
    {
        (_parts, _actions, _doubts, _cipher) = (parts, actions, new(doubtful), cipher);
        _strings = new(parts, _frames, cipher);
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

    /// <summary>Whether an object was cut, or may have begun unnoticed.</summary>
    public bool IsDoubtful => _doubts.Any;

    private bool IsWhole => _frames.Depth == 0 && (_kinds != ActionKinds.None || _integers.Count > 0);

    /// <summary>Ends whatever was open and begins an object.</summary>
    /// <param name="generation">The object's, which few have.</param>
    public void BeginObject(in ObjectPlace place, int generation = 0)
    {
        LeaveObject();
        _cipher?.BeginObject(place.Object, generation);
        _place = place;
        _kinds = ActionKinds.None;
        _isScriptTree = _parts.IsScriptTree(place.Object);
        _parts.Object(place);
    }

    /// <summary>Takes an object's beginning that was met inside a comment: it ends whatever was open.</summary>
    public void BeginObject(int number, long offset, int generation = 0) =>
        BeginObject(new ObjectPlace(offset, number, _place.Container), generation);

    /// <summary>Takes an object's beginning that was met inside a string, which may go on for others.</summary>
    public void BeginObjectInString(int number, long offset)
    {
        EndString();
        _doubts.Add(_place);
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
            _actions.AddReference(new(place.Object), passed.Next, place);
        }

        _actions.Add(
            new(place.Object), passed.HasOtherKeys ? ActionKinds.Other | ActionKinds.NoEvents : ActionKinds.Other, place, []);
    }

    /// <summary>Begins the object of a stream whose dictionary the skimmer has skipped.</summary>
    public void BeginStreamObject(int number, long offset)
    {
        BeginObject(number, offset);
        _kinds = ActionKinds.Other | ActionKinds.Stream;
    }

    /// <summary>Ends the object where nothing says that it ends: others read on when something is open, or has not come yet.</summary>
    public void LeaveObject()
    {
        if (_place.Object > 0 && !IsWhole)
        {
            _doubts.Add(_place);
        }

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
            _actions.Add(new(_place.Object), _kinds, _place, _strings.OwnArgument);
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
        _doubts.Clear();
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
            if (_frames.Depth == 0 && _kinds == ActionKinds.None)
            {
                _actions.AddTypeName(_place.Object, Frame.KindOf(known));
            }

            _names.TakeAlone(known, isFirst: _kinds == ActionKinds.None);
            _kinds |= _frames.Depth == 0 ? ActionKinds.Other : ActionKinds.None;
            return;
        }

        ref var frame = ref _frames.Top;
        if (frame.IsDictionary && !frame.HasKey)
        {
            frame.BeginValue(known);
            Stream.IsExternal |= known == PdfName.F && _frames.Depth == 1;
            return;
        }

        if (frame.IsFontMatrix)
        {
            _parts.FontMatrix(_place);
        }

        _names.Take(known, name);
        frame.EndValue();
    }

    public void Integer(long value, long offset)
    {
        _integers.Add(value, offset);
        _rectangle.Add(value);
    }

    /// <summary>Takes anything else that consists of regular characters: an operator, a real number, garbage.</summary>
    /// <param name="offset">Where it begins.</param>
    /// <returns>True when the lexer must stop here: a stream's data follow, or an object has ended.</returns>
    public bool Word(ReadOnlySpan<byte> word, long offset)
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
                if (_frames.Depth > 0)
                {
                    _doubts.Add(_place);
                }

                EndObject();
                return _place.Container == 0;
            case 6 when word.SequenceEqual("stream"u8)
                && _frames.Depth == 0 && _hasDictionary && _place is { Object: > 0, Container: 0 }:
                BeginStream();
                return true;
            case 9 when _place.Object == ObjectPlace.Trailer && _frames.Depth <= 1 && word.SequenceEqual("startxref"u8):
                return true;
            case 13 when _place.Container == 0 && Ascii.EqualsIgnoreCase(word, "MIME-Version:"u8):
                _parts.Mail(word, offset);
                break;
            case >= 3 when word.EndsWith("obj"u8) && _place.Container == 0 && TryBeginObject(word[..^3], offset):
                return false;
        }

        FlushIntegers();
        _hasDictionary &= _frames.Depth > 0;
        if (_frames.TakesValues)
        {
            TakeWord(word);
            _frames.Top.EndValue();
        }
        else if (_frames.Depth == 0)
        {
            // null, true, a real number: an object without consequences. The numbers of an R may have been taken for other objects.
            _kinds |= ActionKinds.Other;
            if (word is [(byte)'R'] && _place.Container > 0)
            {
                _doubts.Add(_place);
            }
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
            ref var frame = ref _frames.Top;
            if (frame.IsFontMatrix)
            {
                _parts.FontMatrix(_place);
            }

            frame.Strings++;
            frame.EndValue();
        }
    }

    public void BeginDictionary() => Open(isDictionary: true);

    public void EndDictionary() => End(isDictionary: true);

    public void BeginArray() => Open(isDictionary: false);

    public void EndArray() => End(isDictionary: false);

    // A stream that lies in another file is fetched when it is needed (ISO 32000-2, 7.3.8.2).
    private void BeginStream()
    {
        (_hasDictionary, BeginsStream) = (false, true);
        _kinds |= ActionKinds.Stream;
        if (Stream.IsExternal)
        {
            _actions.AddReference(Origin.Of(Trigger.Page), _place.Object, _place);
        }
    }

    // Readers want no space before the word obj, and look for the numbers at an offset, also within a word, as in /x6 0 obj.
    private bool TryBeginObject(ReadOnlySpan<byte> generation, long offset)
    {
        if (generation is [.., var last] && !char.IsAsciiDigit((char)last))
        {
            return false;
        }

        if (!generation.IsEmpty && PdfCharacters.TryParseInteger(generation, out var value))
        {
            _integers.Add(value, offset);
        }
        else if (!generation.IsEmpty)
        {
            FlushIntegers();
        }

        if (_integers.Count < 2)
        {
            _doubts.Add(_place);
            return false;
        }

        var numbers = _integers;
        _integers = default;
        BeginObject(new ObjectPlace(numbers.Offset, numbers.Number, 0), numbers.Last);
        return true;
    }

    private void Forget()
    {
        _frames.Clear();
        _names.Forget();
        _ends.EndObject();
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

        if (!_frames.Open(isDictionary, _place.Object, _isScriptTree))
        {
            _parts.TooDeep();
        }

        _rectangle.Begin(isOne: _frames.TakesValues && _frames.Top.Role == FrameRole.Rectangle);
    }

    private void End(bool isDictionary)
    {
        FlushIntegers();
        if (_frames.Closes(isDictionary))
        {
            Close();
        }
    }

    private void TakeWord(ReadOnlySpan<byte> word)
    {
        if (_rectangle.IsOpen)
        {
            _rectangle.Add(word);
        }
        else if (_frames.Top.Role != FrameRole.FontMatrix)
        {
            _names.Take(word);
        }
        else if (!NumberValues.IsNumber(word))
        {
            _parts.FontMatrix(_place);
        }
    }

    private void Close()
    {
        if (_rectangle.IsOpen)
        {
            _frames.Top.Area = _rectangle.Area;
            _rectangle.End();
        }

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
            _actions.AddReference(new(_place.Object), target, _place);
        }
        else if (_frames.TakesValues)
        {
            _references.Take(target, _place);
            _frames.Top.EndValue();
        }
    }
}
