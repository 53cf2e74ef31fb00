using Analyzer.Engines.Pdf.Actions;
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
    /// <param name="origin">Where the action stands that it belongs to.</param>
    void Script(ReadOnlySpan<byte> text, bool isCut, in ObjectPlace place, Origin origin);

    /// <summary>A script lies in another object.</summary>
    void ScriptReference(int target, in ObjectPlace place);

    /// <summary>An object is a node of the tree of scripts that run when the document is opened, or an array of one.</summary>
    void ScriptTree(int target, in ObjectPlace place);

    /// <summary>Whether an object has been named as such.</summary>
    bool IsScriptTree(int number);

    /// <summary>An XML form, or an array that lists its parts, lies in another object.</summary>
    void FormReference(int target, in ObjectPlace place);

    /// <summary>An object is an array of strings and references, which may list the parts of an XML form, or scripts.</summary>
    /// <param name="isCut">Whether it refers to more objects than these.</param>
    /// <param name="areNamed">Whether there are as many strings, each of which may be the name of an object.</param>
    void PacketList(ReadOnlySpan<int> targets, bool isCut, bool areNamed, in ObjectPlace place);

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

    /// <summary>A stream is a font.</summary>
    void FontFile(int target, in ObjectPlace place)
    {
    }

    /// <summary>A font's matrix has something else in it than numbers.</summary>
    void FontMatrix(in ObjectPlace place)
    {
    }

    /// <summary>A font's matrix, or a number of it, lies in another object.</summary>
    void FontMatrix(int target, in ObjectPlace place)
    {
    }

    /// <summary>A link or a button covers an area of the page, and cannot be seen.</summary>
    /// <param name="area">In square points.</param>
    /// <param name="action">The object that is its action, of whatever kind; 0 when it is known to lead out or to run a script.</param>
    void Covered(double area, int action, in ObjectPlace place)
    {
    }

    /// <summary>A page has this area.</summary>
    /// <param name="area">In square points.</param>
    void PageArea(double area)
    {
    }

    /// <summary>Bytes stand between objects, or before the first of them.</summary>
    /// <param name="offset">The offset of the first byte.</param>
    /// <param name="isFollowed">Whether an object begins behind them; else they may go on.</param>
    void Between(ReadOnlySpan<byte> bytes, long offset, bool isFollowed)
    {
    }

    /// <summary>The head of a mail message stands in an object, where a PDF has a value: Word opens such a file as a web archive.</summary>
    /// <param name="word"><c>MIME-Version:</c>, in any case of letters.</param>
    /// <param name="offset">Where it begins.</param>
    void Mail(ReadOnlySpan<byte> word, long offset)
    {
    }

    /// <summary>Dictionaries are nested deeper than is followed.</summary>
    void TooDeep();
}
