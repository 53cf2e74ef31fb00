using Analyzer.Engines.Pdf.Filters;
using Analyzer.Engines.Pdf.Lexing;
using Analyzer.Engines.Pdf.Objects;

namespace Analyzer.Engines.Pdf.Streams;

/// <summary>
/// Keeps the data of the last streams and strings as they lie in the file: a script often stands before the action that names it, and
/// only then is it known to be one.
/// </summary>
/// <remarks>
/// <para>
/// Small ones are kept apart from the others, because most scripts are small, and pages and forms are not: whatever number of longer
/// streams stands between a small script and the action that names it, the script is still there. So are at least
/// <see cref="SmallLength"/> bytes, or <see cref="SmallCount"/>, of other small ones.
/// </para>
/// <para>
/// Memory is bounded, so a script that more than that follows is lost; what <see cref="ForgottenStreams"/> has seen in it still counts.
/// When that is not all of it, and for one that is too long to be kept, the report says that a script was not read, and the verdict is not
/// clean.
/// </para>
/// </remarks>
internal sealed class RecentStreams
{
    public const int MaxStreamLength = 64 * 1024;
    public const int MaxSmallStream = 4 * 1024;
    public const int SmallLength = 2048 * 1024;
    public const int SmallCount = 8192;
    private const int LargeLength = 512 * 1024;
    private const int LargeCount = LargeLength / MaxSmallStream;

    private readonly ForgottenStreams _forgotten;
    private readonly KeptStreams _small;
    private readonly KeptStreams _large;
    private KeptStreams _open;
    private StreamFilters _filters;

    public RecentStreams(ForgottenStreams forgotten)
    {
        _forgotten = forgotten;
        (_small, _large) = (new(SmallLength, SmallCount, forgotten.Add), new(LargeLength, LargeCount, forgotten.Add));
        _open = _small;
    }

    /// <summary>Begins a stream whose dictionary has been read.</summary>
    /// <param name="readAs">What it is read as while it passes.</param>
    public void Begin(StreamDictionary dictionary, in ObjectPlace place, StreamUse readAs)
    {
        (_open, _filters) = (_small, dictionary.Filters);
        _open.Begin(new(place) { ReadAs = readAs, DeclaredLength = dictionary.Length });
    }

    /// <summary>Begins a stream whose dictionary is read when the stream is found.</summary>
    public void Begin(ReadOnlySpan<byte> dictionary, in ObjectPlace place)
    {
        _open = _small;
        _open.Begin(new(place) { DictionaryLength = dictionary.Length });
        _open.Write(dictionary);
    }

    /// <summary>Keeps a string that is an object of its own.</summary>
    public void Add(ReadOnlySpan<byte> text, in ObjectPlace place) =>
        (text.Length <= MaxSmallStream ? _small : _large).AddString(text, place);

    /// <summary>Notes that a revision of an object is not kept.</summary>
    /// <param name="readAs">What it was read as while it passed.</param>
    public void Lose(int number, StreamUse readAs) => _forgotten.Add(number, readAs);

    /// <returns>False when the stream is too long to be kept.</returns>
    public bool Write(ReadOnlySpan<byte> bytes)
    {
        var length = _open.OpenLength + bytes.Length;
        if (length > MaxStreamLength)
        {
            Lose(_open.Open.Place.Object, _open.Open.ReadAs);
            _open.Drop();
            return false;
        }

        if (length > MaxSmallStream && _open == _small)
        {
            _large.TakeOver(_small);
            _open = _large;
        }

        _open.Write(bytes);
        return true;
    }

    /// <summary>Ends a stream that was not too long.</summary>
    public void End() => _open.End(_filters);

    /// <summary>Hands every revision of an object that is still kept to the taker.</summary>
    /// <returns>Whether there was one.</returns>
    public bool Find(int number, TakeKept taker)
    {
        var found = _large.Find(number, taker);
        found |= _small.Find(number, taker);
        return found;
    }

    /// <summary>Makes it ready for another file.</summary>
    public void Clear()
    {
        _small.Clear();
        _large.Clear();
    }
}
