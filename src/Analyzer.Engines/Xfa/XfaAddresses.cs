namespace Analyzer.Engines.Xfa;

/// <summary>Finds the addresses in a form that a reader fetches by itself, or sends data to.</summary>
internal static class XfaAddresses
{
    /// <summary>Whether the text of an element is an address.</summary>
    public static bool IsAddress(ReadOnlySpan<byte> name) => name.SequenceEqual("uri"u8);

    /// <summary>Tells what a tag names.</summary>
    public static void Tell(ReadOnlySpan<byte> markup, ReadOnlySpan<byte> name, XfaTrigger trigger, IXfaParts parts)
    {
        // Of rich text, a link that somebody clicks on.
        var opens = name.SequenceEqual("a"u8) ? XfaTrigger.Click : XfaTrigger.Open;
        var attributes = new XmlAttributes(markup);
        while (attributes.MoveNext())
        {
            if (attributes.Name.SequenceEqual("href"u8) || attributes.Name.SequenceEqual("usehref"u8))
            {
                TellFetched(attributes.Text, opens, parts);
            }
            else if ((attributes.Name.SequenceEqual("target"u8) || attributes.Name.SequenceEqual("action"u8)) && name.SequenceEqual("submit"u8))
            {
                parts.Address(attributes.Text, isSubmit: true, trigger);
            }
            else if (attributes.Name.SequenceEqual("connection"u8) && name.SequenceEqual("execute"u8))
            {
                parts.Address(attributes.Text, isSubmit: true, trigger);
            }
        }
    }

    /// <summary>
    /// Tells the text of an element that is an address: stylesheets are fetched, other addresses are those of files on a server.
    /// </summary>
    public static void TellText(string address, bool isStylesheet, IXfaParts parts)
    {
        if (isStylesheet)
        {
            TellFetched(address, XfaTrigger.Open, parts);
        }
    }

    /// <summary>Tells an address that leads out of the document; others name parts of it.</summary>
    public static void TellFetched(string address, XfaTrigger trigger, IXfaParts parts)
    {
        if (address.StartsWith(@"\\", StringComparison.Ordinal) || address.StartsWith("//", StringComparison.Ordinal)
            || (address.IndexOf(':', StringComparison.Ordinal) is > 1 and var colon && IsScheme(address.AsSpan(0, colon))))
        {
            parts.Address(address, isSubmit: false, trigger);
        }
    }

    private static bool IsScheme(ReadOnlySpan<char> text)
    {
        foreach (var character in text)
        {
            if (!char.IsAsciiLetterOrDigit(character) && character is not ('+' or '-' or '.'))
            {
                return false;
            }
        }

        return char.IsAsciiLetter(text[0]);
    }
}
