using System.Globalization;
using System.Text;

namespace Sigma.Engine.Expressions;

/// <summary>An expression in PCRE that is read from left to right, and its translation so far.</summary>
internal sealed class ExpressionText(string text)
{
    private readonly StringBuilder _written = new();

    public int At { get; private set; }

    public bool IsAtEnd => At >= text.Length;

    public char Current => text[At];

    /// <summary>The length of the translation.</summary>
    public int Written => _written.Length;

    public ReadOnlySpan<char> Rest => text.AsSpan(At);

    public bool Begins(string start) => Rest.StartsWith(start, StringComparison.Ordinal);

    public void Skip(int characters) => At += characters;

    /// <summary>Skips the start, if the rest begins with it.</summary>
    public bool Takes(string start)
    {
        if (!Begins(start))
        {
            return false;
        }

        At += start.Length;
        return true;
    }

    /// <returns>The text before the end; both are skipped.</returns>
    public string Until(string end, string what)
    {
        var length = Rest.IndexOf(end, StringComparison.Ordinal);
        if (length < 0)
        {
            throw new ExpressionException($"{what} has no {end}.");
        }

        var found = Rest[..length].ToString();
        At += length + end.Length;
        return found;
    }

    public void Copy(int characters)
    {
        _written.Append(Rest[..characters]);
        At += characters;
    }

    public void Write(string translation) => _written.Append(translation);

    public void Write(char character) => _written.Append(character);

    /// <summary>Puts brackets around what was written from a place on.</summary>
    public void Wrap(int from, string open) => _written.Insert(from, open).Append(')');

    /// <summary>Writes a character by its number, so that it has no other meaning.</summary>
    /// <param name="code">The number.</param>
    /// <param name="isInClass">Whether only one unit of UTF-16 may stand here.</param>
    public void WriteCode(long code, bool isInClass)
    {
        if (code is > 0x10FFFF or (>= 0xD800 and < 0xE000) || (isInClass && code > 0xFFFF))
        {
            throw new ExpressionException($"The character {code:X} cannot be written here. Write it itself, outside of a class.");
        }

        if (code <= 0xFFFF)
        {
            _written.Append(CultureInfo.InvariantCulture, $@"\u{code:X4}");
            return;
        }

        _written.Append("(?:");
        foreach (var unit in char.ConvertFromUtf32((int)code))
        {
            _written.Append(CultureInfo.InvariantCulture, $@"\u{(int)unit:X4}");
        }

        _written.Append(')');
    }

    public override string ToString() => _written.ToString();
}
