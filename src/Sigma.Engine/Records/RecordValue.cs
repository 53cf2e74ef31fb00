namespace Sigma.Engine.Records;

internal enum RecordValueKind : byte
{
    /// <summary>A string without escapes.</summary>
    Text,

    EscapedText,
    Number,

    /// <summary>True or false.</summary>
    Boolean,

    /// <summary>Present, but not a scalar.</summary>
    Object,

    /// <summary>Null, or an array: the name is present, but it is not a value.</summary>
    NameOnly,

    /// <summary>Its name occurred again.</summary>
    Overwritten,
}

/// <summary>A value that a rule needs.</summary>
internal struct RecordValue
{
    /// <summary>Its first byte in the record, after the quote.</summary>
    public int Start;

    public int Length;

    /// <summary>The next value of the same node; -1 at the end.</summary>
    public int Next;

    /// <summary>The value of the same node before it; -1 at the beginning.</summary>
    public int Previous;

    public RecordValueKind Kind;
}
