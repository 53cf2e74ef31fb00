namespace Journal.Features.Fluent;

/// <summary>Reads values of MessagePack one after another; that one is missing is an error.</summary>
internal sealed class PackReader(ReadOnlyMemory<byte> bytes)
{
    public int At { get; private set; }

    public bool IsEnd => At == bytes.Length;

    public ReadOnlyMemory<byte> Since(int start) => bytes[start..At];

    public ReadOnlySpan<byte> Content(PackToken token) => bytes.Span[token.Start..token.End];

    public ReadOnlyMemory<byte> Memory(PackToken token) => bytes[token.Start..token.End];

    /// <exception cref="InvalidDataException">There is no whole value.</exception>
    public PackToken Next()
    {
        if (!PackToken.TryRead(bytes.Span, At, out var token))
        {
            throw new InvalidDataException("The entries of a chunk end in the middle of one.");
        }

        At = token.End;
        return token;
    }

    public PackToken Peek()
    {
        var at = At;
        var token = Next();
        At = at;
        return token;
    }

    /// <summary>A list.</summary>
    /// <exception cref="InvalidDataException">It is something else.</exception>
    public int List(string what) => Next() is { Kind: PackKind.List } list
        ? (int)Math.Min(list.Number, int.MaxValue)
        : throw new InvalidDataException(bytes.Span[0] is (byte)'[' or (byte)'{'
            ? "It is JSON: set the sender to MessagePack, which is the other form of the forward protocol of Fluentd."
            : $"It is not the forward protocol of Fluentd: {what} is no list.");

    /// <summary>The next value, with all that is in it.</summary>
    public ReadOnlyMemory<byte> Skip()
    {
        var start = At;
        for (var owed = 1L; owed > 0; owed--)
        {
            var token = Next();
            owed += token.Kind switch
            {
                PackKind.List => token.Number,
                PackKind.Map => 2 * token.Number,
                _ => 0,
            };
        }

        return Since(start);
    }
}
