namespace Analyzer.Engines.Markup;

/// <summary>Takes what a text in HTML or XML consists of.</summary>
internal interface IMarkupSink
{
    /// <summary>A start tag, an empty one, or an end tag, which begins with <c>/</c>; without its angle brackets.</summary>
    /// <param name="tag">Values of attributes are cut after 4 KB.</param>
    /// <param name="offset">Where the tag begins.</param>
    void Tag(ReadOnlySpan<byte> tag, long offset);

    /// <summary>Text between tags, in pieces of any size: also that of scripts and of CDATA.</summary>
    void Text(ReadOnlySpan<byte> text, long offset);
}
