using Analyzer.Engines.Pdf.Attachments;
using Analyzer.Engines.Pdf.Lexing;
using Analyzer.Engines.Pdf.Links;
using Analyzer.Engines.Pdf.Objects;
using Analyzer.Engines.Pdf.Streams;

namespace Analyzer.Engines.Pdf;

/// <summary>
/// Finds the streams of embedded files, and their names, wherever they are said; and addresses that are objects of their own.
/// </summary>
internal sealed class EmbeddedFiles(AttachmentReader attachments, StreamOpener streams, LinkList links)
{
    private const int MaxWanted = 4096;
    private const int Address = 0;

    private readonly EmbeddedLists _lists = new();

    /// <summary>Strings that are objects of their own: names of the embedded files with these numbers, and addresses.</summary>
    private readonly WantedObjects<int, int> _wanted = new(MaxWanted);

    /// <inheritdoc cref="IDocumentParts.EmbeddedFile"/>
    public void Add(int target, ReadOnlySpan<byte> name, int nameObject, in ObjectPlace place)
    {
        attachments.Add(target, place);
        attachments.Name(target, name);
        if (nameObject > 0)
        {
            Want(nameObject, target);
        }

        if (attachments.Seek(target))
        {
            streams.ReadEarlier(target, StreamUse.Attachment, place);
        }
    }

    /// <inheritdoc cref="IDocumentParts.EmbeddedFiles"/>
    public void AddListed(int list, ReadOnlySpan<byte> name, int nameObject, in ObjectPlace place)
    {
        foreach (var target in _lists.AddFile(list, name, nameObject, place))
        {
            Add(target, name, nameObject, place);
        }
    }

    /// <inheritdoc cref="IDocumentParts.FileList"/>
    public void AddList(int number, ReadOnlySpan<int> targets)
    {
        foreach (var file in _lists.AddList(number, targets))
        {
            foreach (var target in targets)
            {
                Add(target, file.Name, file.NameObject, file.Place);
            }
        }
    }

    /// <inheritdoc cref="IDocumentParts.UriReference"/>
    public void AddAddress(int target) => Want(target, Address);

    /// <summary>Takes a string that is an object of its own.</summary>
    public void Text(ReadOnlySpan<byte> text, int number)
    {
        foreach (var stream in _wanted.Find(number))
        {
            Give(text, stream);
        }
    }

    /// <summary>Makes it ready for another file.</summary>
    public void Clear()
    {
        _lists.Clear();
        _wanted.Clear();
    }

    // The string may have passed, or follow.
    private void Want(int number, int stream)
    {
        if (_wanted.Add(number, stream) is { } uses)
        {
            uses.Add(stream);
            streams.FindStrings(number, text => Give(text, stream));
        }
    }

    private void Give(ReadOnlySpan<byte> text, int stream)
    {
        text = text[..Math.Min(text.Length, StringValues.MaxNameLength)];
        if (stream == Address)
        {
            links.Add(TextStrings.Decode(text, stackalloc char[text.Length]), default);
        }
        else
        {
            attachments.Name(stream, text);
        }
    }
}
