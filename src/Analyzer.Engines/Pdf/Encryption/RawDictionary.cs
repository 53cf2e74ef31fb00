using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Encryption;

/// <summary>
/// Looks up the entries of a dictionary in its bytes: for the few small dictionaries that encryption is described by, whose strings must
/// be read as they stand.
/// </summary>
/// <param name="bytes">They begin with the brackets that open the dictionary, or with space before them, and may go on behind it.</param>
internal readonly ref struct RawDictionary(ReadOnlySpan<byte> bytes)
{
    /// <summary>A longer dictionary is not looked at to its end: none that describes encryption is.</summary>
    public const int MaxLength = 4096;

    private const int MaxDepth = 16;

    private readonly ReadOnlySpan<byte> _bytes = bytes[..Math.Min(bytes.Length, MaxLength)];

    /// <summary>Whether the dictionary begins and ends within the bytes.</summary>
    public bool IsWhole => RawTokens.EndOfValue(_bytes, 0, MaxDepth) is > 0 && IsDictionary(_bytes);

    /// <param name="name">Without its solidus.</param>
    /// <returns>The bytes of the last value that the name has; empty when it has none.</returns>
    public ReadOnlySpan<byte> this[ReadOnlySpan<byte> name]
    {
        get
        {
            ReadOnlySpan<byte> found = [];
            foreach (var entry in this)
            {
                found = RawTokens.IsName(entry.Name, name) ? entry.Value : found;
            }

            return found;
        }
    }

    public static bool IsDictionary(ReadOnlySpan<byte> value) => value[RawTokens.SkipSpace(value, 0)..].StartsWith("<<"u8);

    public Enumerator GetEnumerator() => new(_bytes);

    /// <summary>A number; the other one when there is none.</summary>
    public long Integer(ReadOnlySpan<byte> name, long otherwise)
    {
        var value = this[name];
        return !value.IsEmpty && PdfCharacters.TryParseInteger(value, out var number) ? number : otherwise;
    }

    /// <summary>The string's bytes; empty when there is none.</summary>
    public byte[] String(ReadOnlySpan<byte> name) => RawTokens.String(this[name]);

    public ref struct Enumerator(ReadOnlySpan<byte> bytes)
    {
        private readonly ReadOnlySpan<byte> _bytes = bytes;
        private int _at = IsDictionary(bytes) ? RawTokens.SkipSpace(bytes, 0) + 2 : bytes.Length;

        public RawEntry Current { get; private set; }

        public bool MoveNext()
        {
            var name = RawTokens.SkipSpace(_bytes, _at);
            if (name >= _bytes.Length || _bytes[name] != '/')
            {
                return false;
            }

            var value = RawTokens.SkipSpace(_bytes, PdfCharacters.EndOfToken(_bytes, name + 1));
            _at = RawTokens.EndOfValue(_bytes, value, MaxDepth);
            if (_at < 0)
            {
                return false;
            }

            Current = new(_bytes[(name + 1)..PdfCharacters.EndOfToken(_bytes, name + 1)], _bytes[value.._at]);
            return true;
        }
    }
}

/// <param name="name">As it is spelled, without its solidus.</param>
/// <param name="value">As it is spelled.</param>
internal readonly ref struct RawEntry(ReadOnlySpan<byte> name, ReadOnlySpan<byte> value)
{
    public ReadOnlySpan<byte> Name { get; } = name;

    public ReadOnlySpan<byte> Value { get; } = value;
}
