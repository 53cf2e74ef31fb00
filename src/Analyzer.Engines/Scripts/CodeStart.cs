using Analyzer.Engines.Memory;

namespace Analyzer.Engines.Scripts;

/// <summary>
/// Keeps the first bytes of a text behind the comments with which it begins: a script's author can put half a megabyte of them before the
/// first line of code.
/// </summary>
internal sealed class CodeStart
{
    private const int MaxKept = 4096;

    private readonly PooledList<byte> _kept = new();
    private State _state;

    private enum State
    {
        /// <summary>White space so far.</summary>
        Before,
        Slash,
        Line,
        Block,
        Star,
        Code,
    }

    /// <summary>The first bytes of code; empty where a comment has not ended.</summary>
    public ReadOnlySpan<byte> Span => _kept.Span;

    public void Read(ReadOnlySpan<byte> text)
    {
        while (!text.IsEmpty && _state != State.Code)
        {
            text = Skip(text);
        }

        _kept.Append(text[..Math.Min(text.Length, MaxKept - _kept.Count)]);
    }

    public void Clear()
    {
        _kept.Clear();
        _state = State.Before;
    }

    private ReadOnlySpan<byte> Skip(ReadOnlySpan<byte> text)
    {
        switch (_state)
        {
            case State.Block when text.IndexOf((byte)'*') is var star:
                _state = star < 0 ? State.Block : State.Star;
                return star < 0 ? [] : text[(star + 1)..];
            case State.Line when text.IndexOfAny((byte)'\n', (byte)'\r') is var end:
                _state = end < 0 ? State.Line : State.Before;
                return end < 0 ? [] : text[(end + 1)..];
            case State.Star:
                _state = text[0] == '/' ? State.Before : text[0] == '*' ? State.Star : State.Block;
                return text[1..];
            case State.Slash when text[0] is (byte)'/' or (byte)'*':
                _state = text[0] == '/' ? State.Line : State.Block;
                return text[1..];
            case State.Slash:
                _kept.Append("/"u8);
                _state = State.Code;
                return text;
            default:
                _state = text[0] switch
                {
                    (byte)'/' => State.Slash,
                    (byte)' ' or (byte)'\t' or (byte)'\r' or (byte)'\n' or 0xEF or 0xBB or 0xBF => State.Before,
                    _ => State.Code,
                };
                return _state == State.Code ? text : text[1..];
        }
    }
}
