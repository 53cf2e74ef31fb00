using System.Text;
using Analyzer.Engines.Text;

namespace Analyzer.Engines.Rtf;

/// <summary>Splits a document in Rich Text Format into groups, control words and text, as it arrives, and as forgiving as Word.</summary>
internal sealed class RtfReader(IRtfSink sink)
{
    private const int MaxWord = 64;

    private readonly StringBuilder _word = new();
    private State _state;
    private long _offset;
    private long _binaryLeft;
    private int _high;

    private enum State
    {
        Text,
        Backslash,
        Word,
        Hex1,
        Hex2,
        Binary,
    }

    public void Read(ReadOnlySpan<byte> bytes)
    {
        for (var at = 0; at < bytes.Length; at++, _offset++)
        {
            if (_state == State.Text && TextLength(bytes[at..]) is > 0 and var length)
            {
                sink.Text(bytes.Slice(at, length), _offset);
                at += length - 1;
                _offset += length - 1;
                continue;
            }

            if (_state == State.Binary)
            {
                var taken = (int)Math.Min(_binaryLeft, bytes.Length - at);
                sink.Binary(bytes.Slice(at, taken), _offset);
                _binaryLeft -= taken;
                _state = _binaryLeft == 0 ? State.Text : State.Binary;
                at += taken - 1;
                _offset += taken - 1;
                continue;
            }

            Take(bytes[at]);
        }
    }

    /// <summary>Ends where the file ends.</summary>
    public void Complete()
    {
        if (_state == State.Word)
        {
            EndWord();
        }
    }

    public void Clear()
    {
        _word.Clear();
        (_state, _offset, _binaryLeft, _high) = (State.Text, 0, 0, 0);
    }

    private static int TextLength(ReadOnlySpan<byte> bytes) => bytes.IndexOfAny((byte)'\\', (byte)'{', (byte)'}') is >= 0 and var end ? end
        : bytes.Length;

    private void Take(byte letter)
    {
        switch (_state)
        {
            case State.Text:
                TakeSign(letter);
                break;
            case State.Backslash:
                TakeBehindBackslash(letter);
                break;
            case State.Word when char.IsAsciiLetterOrDigit((char)letter)
                || (letter == '-' && _word.Length > 0 && char.IsAsciiLetter(_word[^1])):
                _word.Append(_word.Length < MaxWord ? (char)letter : null);
                break;
            case State.Word:
                EndWord();
                if (letter != ' ' && _state == State.Text)
                {
                    TakeSign(letter);
                }

                break;
            case State.Hex1:
                _high = letter;
                _state = State.Hex2;
                break;
            case State.Hex2:
                _state = State.Text;
                sink.HexLetter((byte)((HexDecoder.ValueOf((byte)_high) << 4) | HexDecoder.ValueOf(letter)), _offset);
                break;
        }
    }

    private void TakeSign(byte letter)
    {
        switch (letter)
        {
            case (byte)'\\':
                _state = State.Backslash;
                break;
            case (byte)'{':
                sink.Open(_offset);
                break;
            case (byte)'}':
                sink.Close(_offset);
                break;
            default:
                sink.Text([letter], _offset);
                break;
        }
    }

    private void TakeBehindBackslash(byte letter)
    {
        if (char.IsAsciiLetter((char)letter))
        {
            _word.Clear().Append((char)letter);
            _state = State.Word;
            return;
        }

        _state = letter == '\'' ? State.Hex1 : State.Text;
        if (letter == '*')
        {
            sink.Word("*", null, _offset);
        }
        else if (letter is (byte)'\\' or (byte)'{' or (byte)'}')
        {
            sink.Text([letter], _offset);
        }
    }

    private void EndWord()
    {
        _state = State.Text;
        var split = 0;
        while (split < _word.Length && char.IsAsciiLetter(_word[split]))
        {
            split++;
        }

        var name = _word.ToString(0, split).ToLowerInvariant();
        int? number = int.TryParse(_word.ToString(split, _word.Length - split), out var parsed) ? parsed : null;
        if (name == "bin" && number > 0)
        {
            (_state, _binaryLeft) = (State.Binary, number.Value);
        }

        sink.Word(name, number, _offset);
    }
}

/// <summary>Takes what a document consists of.</summary>
internal interface IRtfSink
{
    void Open(long offset);

    void Close(long offset);

    /// <param name="name">In lower case; <c>*</c> says that readers may skip the group.</param>
    void Word(string name, int? number, long offset);

    void Text(ReadOnlySpan<byte> text, long offset);

    /// <summary>A letter that is written as <c>\'hh</c>.</summary>
    void HexLetter(byte letter, long offset);

    /// <summary>Bytes that are written as they are.</summary>
    void Binary(ReadOnlySpan<byte> bytes, long offset);
}
