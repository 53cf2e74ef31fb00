using System.Buffers;
using System.Security.Cryptography;
using System.Text;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Pdf.Actions;
using Analyzer.Engines.Pdf.Lexing;
using Analyzer.Engines.Memory;
using Analyzer.Engines.JavaScript;

namespace Analyzer.Engines.Pdf.Scripts;

/// <summary>Reads scripts: decodes their text, examines it, and keeps the beginning of the first ones.</summary>
/// <remarks>What leads to a script is known when the whole file has been read: until then its marks and its origin are kept.</remarks>
/// <param name="lists">Whether it keeps more of them than what they do.</param>
internal sealed class ScriptReader(bool lists = true) : IByteSink
{
    public const int MaxLength = 64 * 1024;

    /// <summary>Bytes of the scripts that are listed, each with its text's beginning and what else is told of it.</summary>
    public const int MaxListed = 128 * 1024;

    /// <summary>What is told of each script beside its text, in bytes.</summary>
    public const int Overhead = 256;

    /// <summary>So many scripts with marks are remembered one by one.</summary>
    public const int MaxMarked = 16_384;
    private const int MaxExcerpt = 64;
    private const int MaxText = 1024;
    private const int NoFunction = -1;

    private static readonly SearchValues<char> Readable =
        SearchValues.Create([.. Enumerable.Range(' ', '~' - ' ' + 1).Select(value => (char)value), '\t', '\r', '\n']);

    private static readonly int MarkCount = ScriptEffects.Count;

    private readonly PooledList<byte> _bytes = new();
    private readonly List<Script> _scripts = [];
    private readonly PooledList<MarkedScript> _marked = new(capacity: 16);
    private readonly ScriptBudget _budget = new();
    private readonly ScriptCalls _calls = new();
    private readonly ScriptExcerpts _excerpts = new(MarkCount);
    private long _listed;
    private bool _isCut;

    /// <summary>The first scripts, as many as fit into <see cref="MaxListed"/>.</summary>
    public IReadOnlyList<Script> Scripts => _scripts;

    /// <summary>Scripts read so far, listed or not.</summary>
    public long Count { get; private set; }

    /// <summary>Scripts that were longer than is read, or have marks that are not remembered because there are too many.</summary>
    public PlaceList Cut { get; } = new();

    /// <summary>The effects of all scripts: a bit for each <see cref="ScriptEffect"/>.</summary>
    public int Marks { get; private set; }

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
    public void Complete(in ObjectPlace place) => Read(_bytes.Span, _isCut, place, new(place.Object));

    /// <summary>Reads a script that is a string.</summary>
    /// <param name="origin">Where the action stands that it belongs to, or the object that the script is.</param>
    /// <param name="host">Where it runs.</param>
    public void Read(
        ReadOnlySpan<byte> bytes, bool isCut, in ObjectPlace place, Origin origin, ScriptHost host = ScriptHost.Document)
    {
        var characters = ArrayPool<char>.Shared.Rent(bytes.Length);
        var text = TextStrings.Decode(bytes, characters);
        Count++;
        if (isCut)
        {
            Cut.Add(place);
        }

        var length = Overhead + Encoding.UTF8.GetByteCount(text[..Math.Min(text.Length, MaxText)]);
        _listed += lists ? length : 0;
        if (lists && _listed <= MaxListed)
        {
            _scripts.Add(new(place, text.Length, Hash(text), text[..Math.Min(text.Length, MaxText)].ToString(), isCut));
        }

        Examine(text, place, origin, host);
        ArrayPool<char>.Shared.Return(characters);
    }

    /// <summary>Adds what a script does that was examined when nothing named it yet; its text is no longer known.</summary>
    /// <param name="marks">A bit for each <see cref="ScriptEffect"/>.</param>
    /// <param name="place">Where it is named.</param>
    public void AddForgotten(int marks, in ObjectPlace place, Origin origin) => Add(marks, place, origin, isBinary: true);

    /// <summary>What the scripts do, by what leads to them.</summary>
    /// <param name="isEncrypted">Texts that cannot be read are then no scripts, but encrypted.</param>
    public void Tell(FoundActTable table, bool isEncrypted, Func<Origin, Trigger> triggerOf)
    {
        _calls.Follow(triggerOf);
        for (var i = 0; i < _marked.Count; i++)
        {
            var script = _marked.Span[i];
            if (isEncrypted && script.IsBinary)
            {
                continue;
            }

            // A function runs when something calls it, wherever it stands.
            var trigger = script.Origin == Origin.Nowhere ? Trigger.None : triggerOf(script.Origin);
            trigger = script.Function != NoFunction && _calls[script.Function] is var called && called > trigger ? called : trigger;
            for (int mark = 0, marks = script.Marks; marks != 0; mark++, marks >>= 1)
            {
                if ((marks & 1) != 0)
                {
                    var foundAct = table.Add(mark, trigger, script.Place);
                    foundAct.Excerpt ??= _excerpts.Find(mark, i) ?? BeginningOf(script.Place);
                }
            }
        }
    }

    /// <summary>Makes it ready for another file.</summary>
    public void Clear()
    {
        _bytes.Clear();
        _scripts.Clear();
        _marked.Clear();
        _excerpts.Clear();
        _budget.Clear();
        _listed = 0;
        _calls.Clear();
        Cut.Clear();
        (Count, Marks) = (0, 0);
    }

    // Some forms have many scripts; only the first have excerpts of their own.
    private string? BeginningOf(ObjectPlace place) => _scripts.Find(script => script.Place == place)?.Text is not { } text ? null
        : Excerpts.ToText(text[..Math.Min(text.Length, MaxExcerpt)]);

    private void Examine(ReadOnlySpan<char> text, in ObjectPlace place, Origin origin, ScriptHost host)
    {
        var findings = ScriptExamination.Examine(text, host, _budget);
        if (!lists)
        {
            Marks |= findings.AllMarks;
            return;
        }

        // What somebody has to click for in an XML form, another script may run.
        var isClick = host != ScriptHost.Document && origin == Origin.Of(Trigger.Click);
        var number = isClick ? _calls.AddClick(findings.Run) : NoFunction;
        _calls.AddScript(origin, findings.Run);
        Add(findings.Run, text, place, origin, number);
        foreach (var function in findings.Functions)
        {
            Add(function, text, place, Origin.Nowhere, _calls.AddFunction(function));
        }
    }

    private void Add(ScriptScope scope, ReadOnlySpan<char> text, in ObjectPlace place, Origin origin, int function)
    {
        var marks = scope.Marks;
        for (var mark = 0; mark < MarkCount; mark++)
        {
            if (scope.Places[mark] is >= 0 and var at && _excerpts.HasRoom(mark))
            {
                var start = Math.Max(0, at - (MaxExcerpt / 4));
                _excerpts.Add(mark, _marked.Count, Excerpts.ToText(text[start..Math.Min(text.Length, start + MaxExcerpt)].ToString()));
            }
        }

        Add(marks, place, origin, text.ContainsAnyExcept(Readable), function);
    }

    private void Add(int marks, in ObjectPlace place, Origin origin, bool isBinary, int function = NoFunction)
    {
        Marks |= marks;
        if (marks == 0 || !lists)
        {
            return;
        }

        if (_marked.Count < MaxMarked)
        {
            _marked.Add(new(marks, place, origin, isBinary, function));
        }
        else
        {
            Cut.Add(place);
        }
    }

    private static byte[] Hash(ReadOnlySpan<char> text)
    {
        var utf8 = ArrayPool<byte>.Shared.Rent(Encoding.UTF8.GetMaxByteCount(text.Length));
        var hash = SHA256.HashData(utf8.AsSpan(0, Encoding.UTF8.GetBytes(text, utf8)));
        ArrayPool<byte>.Shared.Return(utf8);
        return hash;
    }

    /// <param name="Marks">A bit for each <see cref="ScriptEffect"/>.</param>
    /// <param name="IsBinary">Whether it cannot be read: it may be encrypted.</param>
    /// <param name="Function">The number of the function that it is; <see cref="NoFunction"/> for none.</param>
    private readonly record struct MarkedScript(int Marks, ObjectPlace Place, Origin Origin, bool IsBinary, int Function);
}

/// <param name="Sha256">The hash of the text as UTF-8.</param>
/// <param name="Text">The beginning of the text.</param>
/// <param name="IsCut">It was longer than is read.</param>
internal sealed record Script(ObjectPlace Place, int Length, byte[] Sha256, string Text, bool IsCut);
