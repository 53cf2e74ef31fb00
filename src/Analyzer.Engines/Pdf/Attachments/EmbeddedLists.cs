using Analyzer.Engines.Pdf.Lexing;
using Analyzer.Engines.Memory;

namespace Analyzer.Engines.Pdf.Attachments;

/// <summary>Brings file specifications together with the lists of their streams (/EF) that are objects of their own.</summary>
internal sealed class EmbeddedLists
{
    private const int MaxFiles = 1024;

    private readonly WantedObjects<(int NameObject, bool IsScript), EmbeddedFileName> _wanted = new(MaxFiles);
    private readonly ReferenceLists _lists = new();

    /// <summary>Notes that an object lists the streams of a file.</summary>
    /// <param name="place">Where that is said.</param>
    /// <returns>The streams as far as they are known and have not got this name; the others come with <see cref="AddList"/>.</returns>
    public IReadOnlyList<int> AddFile(int list, ReadOnlySpan<byte> name, int nameObject, in ObjectPlace place)
    {
        // The first name counts, and any that makes it a script.
        if (_wanted.Add(list, (nameObject, IsScript(name))) is not { } files)
        {
            return [];
        }

        files.Add(new(name.ToArray(), nameObject, place));
        return _lists.Find(list, out _);
    }

    /// <summary>Notes the references of a dictionary that is an object of its own.</summary>
    /// <returns>The names that have been noted of the file whose streams these are.</returns>
    public IReadOnlyList<EmbeddedFileName> AddList(int number, ReadOnlySpan<int> targets)
    {
        _lists.Add(number, targets, isCut: false);
        return _wanted.Find(number);
    }

    /// <summary>Makes it ready for another file.</summary>
    public void Clear()
    {
        _wanted.Clear();
        _lists.Clear();
    }

    private static bool IsScript(ReadOnlySpan<byte> name) =>
        AttachmentReader.IsScript(TextStrings.Decode(name, stackalloc char[name.Length]));
}

/// <param name="Name">Empty when the file has none there.</param>
/// <param name="NameObject">The object that the name lies in; 0 for none.</param>
/// <param name="Place">Where the file's streams are said to be listed.</param>
internal readonly record struct EmbeddedFileName(byte[] Name, int NameObject, ObjectPlace Place);
