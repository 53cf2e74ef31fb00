namespace Journal.Features.Fluent;

/// <summary>Finds the end of a value of MessagePack as its bytes arrive; it looks at none of them twice.</summary>
internal sealed class PackScan
{
    private long _owed = 1;
    private int _at;

    /// <param name="bytes">From the beginning of the value on.</param>
    /// <returns>Its length; 0 when more bytes are needed.</returns>
    /// <exception cref="InvalidDataException">This is no MessagePack.</exception>
    public int LengthOf(ReadOnlySpan<byte> bytes)
    {
        while (_owed > 0)
        {
            if (!PackToken.TryRead(bytes, _at, out var token))
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
        }

        var length = _at;
        (_owed, _at) = (1, 0);
        return length;
    }
}
