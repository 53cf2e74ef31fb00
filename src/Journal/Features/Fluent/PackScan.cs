namespace Journal.Features.Fluent;

/// <summary>Finds the end of a value of MessagePack as its bytes arrive; it looks at none of them twice.</summary>
/// <param name="maxBytes">What a value may have.</param>
internal sealed class PackScan(int maxBytes)
{
    private long _owed = 1;
    private int _at;

    /// <param name="bytes">From the beginning of the value on.</param>
    /// <returns>Its length; 0 when more bytes are needed.</returns>
    /// <exception cref="InvalidDataException">This is no MessagePack, or announces more bytes than a value may have.</exception>
    public int LengthOf(ReadOnlySpan<byte> bytes)
    {
        while (_owed > 0)
        {
            var isWhole = PackToken.TryRead(bytes, _at, out var token);
            if (token.End > maxBytes)
            {
                throw TooLong(); // whoever announces 4 GiB is not waited for
            }

            if (!isWhole)
            {
                return 0;
            }

            _at = token.End;
            _owed += token.Kind switch
            {
                PackKind.List => token.Number - 1,
                PackKind.Map => (2 * token.Number) - 1,
                _ => -1,
            };
            if (_owed > maxBytes - _at)
            {
                throw TooLong(); // each value has at least one byte
            }
        }

        var length = _at;
        (_owed, _at) = (1, 0);
        return length;
    }

    private InvalidDataException TooLong() =>
        new($"A message is longer than {maxBytes} bytes (Journal:MaxBodyBytes): send smaller chunks.");
}
