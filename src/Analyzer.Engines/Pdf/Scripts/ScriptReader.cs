using System.Buffers;
using System.Security.Cryptography;
using System.Text;
using Analyzer.Engines.Pdf.Filters;
using Analyzer.Engines.Pdf.Lexing;
using Analyzer.Engines.Pdf.Memory;

namespace Analyzer.Engines.Pdf.Scripts;

/// <summary>Reads scripts: decodes their text, examines it, and keeps the beginning of the first ones.</summary>
/// <param name="maxListed">How many it keeps the beginning of.</param>
internal sealed class ScriptReader(int maxListed = ScriptReader.MaxListed) : IByteSink
{
    public const int MaxLength = 64 * 1024;
    public const int MaxListed = 16;
    private const int MaxExcerpt = 64;
    private const int MaxText = 1024;

    private static readonly int MarkCount = Enum.GetValues<ScriptMark>().Length;

    private readonly PooledList<byte> _bytes = new();
    private readonly List<Script> _scripts = [];
    private readonly MarkedScript?[] _marked = new MarkedScript?[MarkCount];
    private bool _isCut;

    /// <summary>The first scripts.</summary>
    public IReadOnlyList<Script> Scripts => _scripts;

    /// <summary>Scripts read so far, listed or not.</summary>
    public long Count { get; private set; }

    /// <summary>Scripts that were longer than is read.</summary>
    public PlaceList Cut { get; } = new();

    /// <summary>The scripts' effects; null for effects that none has.</summary>
    public MarkedScript? this[ScriptMark mark] => _marked[(int)mark];

    /// <summary>The scripts' effects: a bit for each <see cref="ScriptMark"/>.</summary>
    public int Marks
    {
        get
        {
            var marks = 0;
            for (var mark = 0; mark < MarkCount; mark++)
            {
                marks |= _marked[mark] is null ? 0 : 1 << mark;
            }

            return marks;
        }
    }

    /// <summary>Begins a script that a stream decodes to.</summary>
    public void Begin()
    {
        _bytes.Empty();
        _isCut = false;
    }

    public bool Write(ReadOnlySpan<byte> bytes)
    {
        var taken = Math.Min(bytes.Length, MaxLength - _bytes.Count);
        _bytes.Append(bytes[..taken]);
        _isCut |= taken < bytes.Length;
        return !_isCut;
    }

    /// <summary>Ends the script that a stream was decoded to.</summary>
    public void Complete(in ObjectPlace place) => Read(_bytes.Span, _isCut, place);

    /// <summary>Reads a script that is a string.</summary>
    public void Read(ReadOnlySpan<byte> bytes, bool isCut, in ObjectPlace place)
    {
        var characters = ArrayPool<char>.Shared.Rent(bytes.Length);
        var text = TextStrings.Decode(bytes, characters);
        Count++;
        if (isCut)
        {
            Cut.Add(place);
        }

        if (_scripts.Count < maxListed)
        {
            _scripts.Add(new(place, text.Length, Hash(text), text[..Math.Min(text.Length, MaxText)].ToString(), isCut));
        }

        Examine(text, place);
        ArrayPool<char>.Shared.Return(characters);
    }

    /// <summary>Adds what a script does that was examined when nothing named it yet; its text and place are no longer known.</summary>
    /// <param name="marks">A bit for each <see cref="ScriptMark"/>.</param>
    public void AddForgotten(int marks)
    {
        for (var mark = 0; marks != 0; mark++, marks >>= 1)
        {
            if ((marks & 1) != 0)
            {
                (_marked[mark] ??= new MarkedScript()).AddForgotten();
            }
        }
    }

    /// <summary>Makes it ready for another file.</summary>
    public void Clear()
    {
        _bytes.Clear();
        _scripts.Clear();
        Array.Clear(_marked);
        Cut.Clear();
        Count = 0;
    }

    private void Examine(ReadOnlySpan<char> text, in ObjectPlace place)
    {
        Span<int> places = stackalloc int[MarkCount];
        ScriptExamination.Examine(text, places);
        for (var mark = 0; mark < MarkCount; mark++)
        {
            if (places[mark] < 0)
            {
                continue;
            }

            var marked = _marked[mark] ??= new MarkedScript();
            if (marked.Excerpt is null)
            {
                var start = Math.Max(0, places[mark] - (MaxExcerpt / 4));
                marked.Excerpt = text[start..Math.Min(text.Length, start + MaxExcerpt)].ToString();
            }

            marked.Add(place);
        }
    }

    private static byte[] Hash(ReadOnlySpan<char> text)
    {
        var utf8 = ArrayPool<byte>.Shared.Rent(Encoding.UTF8.GetMaxByteCount(text.Length));
        var hash = SHA256.HashData(utf8.AsSpan(0, Encoding.UTF8.GetBytes(text, utf8)));
        ArrayPool<byte>.Shared.Return(utf8);
        return hash;
    }
}

/// <param name="Sha256">The hash of the text as UTF-8.</param>
/// <param name="Text">The beginning of the text.</param>
/// <param name="IsCut">It was longer than is read.</param>
internal sealed record Script(ObjectPlace Place, int Length, byte[] Sha256, string Text, bool IsCut);

/// <summary>The scripts that have a mark.</summary>
internal sealed class MarkedScript
{
    private readonly PlaceList _places = new();
    private long _forgotten;

    /// <summary>The text around the mark in the first of them; null when all were forgotten.</summary>
    public string? Excerpt { get; set; }

    /// <summary>The first ones.</summary>
    public IReadOnlyList<ObjectPlace> Places => _places.Places;

    public long Count => _places.Count + _forgotten;

    public void AddForgotten() => _forgotten++;

    public void Add(in ObjectPlace place) => _places.Add(place);
}
