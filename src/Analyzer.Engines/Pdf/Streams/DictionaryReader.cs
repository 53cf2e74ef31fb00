using Analyzer.Engines.Pdf.Actions;
using Analyzer.Engines.Pdf.Filters;
using Analyzer.Engines.Pdf.Lexing;
using Analyzer.Engines.Pdf.Objects;

namespace Analyzer.Engines.Pdf.Streams;

/// <summary>Reads a stream's dictionary that was passed over, when the stream is asked for after all.</summary>
internal sealed class DictionaryReader : IDocumentParts
{
    private readonly ObjectReader _reader;
    private readonly ObjectLexer _lexer;

    public DictionaryReader()
    {
        _reader = new(this, new ActionGraph());
        _lexer = new(_reader, resumes: false);
    }

    /// <param name="bytes">The stream's dictionary, unless it has been read, and its data.</param>
    /// <param name="filters">Those of a stream whose dictionary has been read.</param>
    /// <returns>What the dictionary says: the filters, and the bytes that it promises.</returns>
    public (StreamFilters Filters, long Length) Read(in KeptStream kept, ReadOnlySpan<byte> bytes, in StreamFilters filters)
    {
        if (kept.HasFilters)
        {
            return (filters, kept.DeclaredLength);
        }

        _reader.Reset(default);
        _lexer.Read(bytes[..kept.DictionaryLength], 0);
        _lexer.Complete();
        _reader.EndObject();
        return (_reader.Stream.Filters, _reader.Stream.Length);
    }

    // Nothing in such a dictionary has consequences.
    void IDocumentParts.Keyword(PdfKeyword keyword, bool hasHexCodes, in ObjectPlace place, long offset)
    {
    }

    void IDocumentParts.Object(in ObjectPlace place)
    {
    }

    void IDocumentParts.Script(ReadOnlySpan<byte> text, bool isCut, in ObjectPlace place, Origin origin)
    {
    }

    void IDocumentParts.ScriptReference(int target, in ObjectPlace place)
    {
    }

    void IDocumentParts.ScriptTree(int target, in ObjectPlace place)
    {
    }

    bool IDocumentParts.IsScriptTree(int number) => false;

    void IDocumentParts.FormReference(int target, in ObjectPlace place)
    {
    }

    void IDocumentParts.PacketList(ReadOnlySpan<int> targets, bool isCut, bool areNamed, in ObjectPlace place)
    {
    }

    void IDocumentParts.FilterNames(int number, in StreamFilters names)
    {
    }

    void IDocumentParts.FilterParameters(int number, DecodeParameters parameters)
    {
    }

    void IDocumentParts.StringObject(ReadOnlySpan<byte> text, bool isCut, in ObjectPlace place)
    {
    }

    void IDocumentParts.Uri(ReadOnlySpan<byte> uri, in ObjectPlace place)
    {
    }

    void IDocumentParts.FileName(ReadOnlySpan<byte> name, in ObjectPlace place)
    {
    }

    void IDocumentParts.UriReference(int target)
    {
    }

    void IDocumentParts.EmbeddedFile(int target, ReadOnlySpan<byte> name, int nameObject, in ObjectPlace place)
    {
    }

    void IDocumentParts.EmbeddedFiles(int list, ReadOnlySpan<byte> name, int nameObject, in ObjectPlace place)
    {
    }

    void IDocumentParts.FileList(int number, ReadOnlySpan<int> targets)
    {
    }

    void IDocumentParts.TooDeep()
    {
    }
}
