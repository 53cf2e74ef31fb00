namespace Sigma.Engine.Records;

/// <summary>Names of members, in the form that rules use.</summary>
internal static class JsonName
{
    /// <summary>Resolves escapes, and removes spaces if names are compared without them.</summary>
    /// <param name="text">The name between its quotes.</param>
    /// <param name="removesBlanks">Whether to remove spaces.</param>
    /// <param name="name">Gets the name; at least as long as <paramref name="text"/>.</param>
    /// <returns>The number of its bytes; 0 when an escape is broken.</returns>
    public static int Decode(ReadOnlySpan<byte> text, bool removesBlanks, Span<byte> name)
    {
        var length = text.Length;
        if (text.Contains((byte)'\\'))
        {
            if (JsonEscapes.Check(text) is not null)
            {
                return 0;
            }

            length = JsonEscapes.Unescape(text, name);
        }
        else
        {
            text.CopyTo(name);
        }

        return removesBlanks ? RemoveBlanks(name[..length]) : length;
    }

    private static int RemoveBlanks(Span<byte> name)
    {
        var kept = 0;
        foreach (var character in name)
        {
            if (character != ' ')
            {
                name[kept++] = character;
            }
        }

        return kept;
    }
}
