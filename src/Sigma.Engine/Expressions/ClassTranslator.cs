namespace Sigma.Engine.Expressions;

/// <summary>Translates a class, such as <c>[[:alpha:]_-]</c>.</summary>
internal static class ClassTranslator
{
    public static void Translate(ExpressionText text)
    {
        text.Copy(text.Begins("[^") ? 2 : 1);
        if (text.Takes("]"))
        {
            text.Write(@"\]");
        }

        // A hyphen behind a set of characters means itself.
        for (var isSet = false; !text.IsAtEnd;)
        {
            if (text.Takes("]"))
            {
                text.Write(']');
                return;
            }

            if (isSet && text.Begins("-") && !text.Begins("-]"))
            {
                text.Skip(1);
                text.Write(@"\-");
                isSet = false;
            }
            else
            {
                isSet = Member(text);
            }
        }

        throw new ExpressionException("A class has no end. Close it with ], or write \\[ for the bracket itself.");
    }

    /// <returns>Whether it is a set, and not one character.</returns>
    private static bool Member(ExpressionText text)
    {
        if (text.Begins("[:") && text.Rest.IndexOf(":]", StringComparison.Ordinal) > 0)
        {
            text.Skip(2);
            text.Write(CharacterSets.OfPosix(text.Until(":]", "A class")));
            return true;
        }

        if (text.Begins("[.") || text.Begins("[="))
        {
            throw new ExpressionException("Collating elements, [.x.] and [=x=], are not read. Write the characters themselves.");
        }

        switch (text.Current)
        {
            case '\\':
                return EscapeTranslator.Translate(text, null);
            case '[':
                text.Skip(1);
                text.Write(@"\["); // .NET would subtract a class
                return false;
            default:
                text.Copy(1);
                return false;
        }
    }
}
