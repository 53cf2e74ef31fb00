using Analyzer.Engines.Pdf.Filters;
using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Objects;

/// <summary>Takes the parts of a document that matter, from the file itself and from inside its object streams.</summary>
internal interface IDocumentParts
{
    /// <param name="place">Where the keyword is.</param>
    /// <param name="offset">The offset in the bytes that are read: those of the file, or those of the object stream.</param>
    void Keyword(PdfKeyword keyword, bool hasHexCodes, in ObjectPlace place, long offset);

    /// <summary>An object begins.</summary>
    void Object(in ObjectPlace place);

    /// <summary>A script lies in a string.</summary>
    void Script(ReadOnlySpan<byte> text, bool isCut, in ObjectPlace place);

    /// <summary>A script lies in another object.</summary>
    void ScriptReference(int target, in ObjectPlace place);

    /// <summary>An XML form, or an array that lists its parts, lies in another object.</summary>
    void FormReference(int target, in ObjectPlace place);

    /// <summary>An object is an array of strings and references, which may list the parts of an XML form.</summary>
    /// <param name="isCut">Whether it refers to more objects than these.</param>
    void PacketList(ReadOnlySpan<int> targets, bool isCut, in ObjectPlace place);

    /// <summary>An object names filters, to which a stream's dictionary may refer.</summary>
    void FilterNames(int number, in StreamFilters names);

    /// <summary>An object holds a filter's parameters.</summary>
    void FilterParameters(int number, DecodeParameters parameters);

    /// <summary>An object is a string, which may be a script's text.</summary>
    void StringObject(ReadOnlySpan<byte> text, bool isCut, in ObjectPlace place);

    /// <summary>An address is named, in at most 1,024 bytes.</summary>
    void Uri(ReadOnlySpan<byte> uri, in ObjectPlace place);

    /// <summary>A file is named, in at most 1,024 bytes.</summary>
    void FileName(ReadOnlySpan<byte> name, in ObjectPlace place);

    /// <summary>An address lies in another object.</summary>
    void UriReference(int target);

    /// <summary>A stream is an embedded file.</summary>
    /// <param name="name">Empty when it has none here.</param>
    /// <param name="nameObject">The object that a name lies in; 0 for none.</param>
    /// <param name="place">Where that is said.</param>
    void EmbeddedFile(int target, ReadOnlySpan<byte> name, int nameObject, in ObjectPlace place);

    /// <summary>Another object lists the streams of an embedded file.</summary>
    /// <param name="name">Empty when it has none here.</param>
    /// <param name="nameObject">The object that a name lies in; 0 for none.</param>
    /// <param name="place">Where that is said.</param>
    void EmbeddedFiles(int list, ReadOnlySpan<byte> name, int nameObject, in ObjectPlace place);

    /// <summary>An object is a dictionary with references, which may list the streams of an embedded file.</summary>
    void FileList(int number, ReadOnlySpan<int> targets);

    /// <summary>Dictionaries are nested deeper than is followed.</summary>
    void TooDeep();
}
