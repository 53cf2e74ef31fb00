using System.Buffers;
using System.Text;
using System.Text.RegularExpressions;

namespace Journal.Features.Search;

/// <summary>What a message has to hold: a text, with or without regard to case, or a regular expression.</summary>
internal sealed class MessagePattern
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(1);

    private readonly byte[]? _bytes;
    private readonly FoldedBytes? _folded;
    private readonly string? _text;
    private readonly Regex? _expression;

    /// <exception cref="ArgumentException">The expression is not valid.</exception>
    public MessagePattern(string text, bool ignoreCase, bool isRegex)
    {
        var required = text;
        if (isRegex)
        {
            _expression = Compile(text, ignoreCase);
            required = RequiredText.In(text);
        }

        if (string.IsNullOrEmpty(required))
        {
            return;
        }

        if (!ignoreCase)
        {
            _bytes = Encoding.UTF8.GetBytes(required);
            Required = [_bytes];
        }
        else if (Ascii.IsValid(required))
        {
            _folded = new(Encoding.UTF8.GetBytes(required));
            Required = [Encoding.UTF8.GetBytes(required)];
        }
        else if (!isRegex)
        {
            // Letters beyond ASCII have other bytes in the other case: only what is between them can be looked for in bytes.
            _text = required;
            var plain = required.Split([.. required.Where(letter => letter > '\x7F')], StringSplitOptions.RemoveEmptyEntries)
                .OrderByDescending(part => part.Length).FirstOrDefault();
            if (plain is not null)
            {
                _folded = new(Encoding.UTF8.GetBytes(plain));
                Required = [Encoding.UTF8.GetBytes(plain)];
            }
        }
    }

    /// <summary>Texts that every match holds, as an index can look them up.</summary>
    public IReadOnlyList<byte[]> Required { get; } = [];

    /// <summary>Whether some messages together may hold it.</summary>
    public bool MayBeIn(ReadOnlySpan<byte> bytes) =>
        _bytes is not null ? bytes.IndexOf(_bytes) >= 0 : _folded?.IsIn(bytes) ?? true;

    /// <exception cref="RegexMatchTimeoutException">The expression takes too long.</exception>
    public bool IsIn(ReadOnlySpan<byte> message)
    {
        if (!MayBeIn(message))
        {
            return false;
        }

        if (_expression is null && _text is null)
        {
            return true;
        }

        var letters = ArrayPool<char>.Shared.Rent(Encoding.UTF8.GetMaxCharCount(message.Length));
        try
        {
            var text = letters.AsSpan(0, Encoding.UTF8.GetChars(message, letters));
            return _expression?.IsMatch(text) ?? ((ReadOnlySpan<char>)text).Contains(_text, StringComparison.OrdinalIgnoreCase);
        }
        finally
        {
            ArrayPool<char>.Shared.Return(letters);
        }
    }

    /// <summary>In linear time, if the expression allows it; looking around and references to groups do not.</summary>
    private static Regex Compile(string expression, bool ignoreCase)
    {
        var options = RegexOptions.CultureInvariant | (ignoreCase ? RegexOptions.IgnoreCase : RegexOptions.None);
        try
        {
            return new(expression, options | RegexOptions.NonBacktracking, Patience);
        }
        catch (NotSupportedException)
        {
            return new(expression, options, Patience);
        }
    }
}
