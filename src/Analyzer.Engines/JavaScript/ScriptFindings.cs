using System.Text;

namespace Analyzer.Engines.JavaScript;

/// <summary>What a script does, and what its functions do that it does not call itself.</summary>
internal sealed class ScriptFindings
{
    /// <summary>What is done when the script runs.</summary>
    public ScriptScope Run { get; } = new("");

    /// <summary>The functions that it defines, and that nothing in it calls.</summary>
    public List<ScriptScope> Functions { get; } = [];

    /// <summary>The names of which it uses members, and which it does not make itself: in a page, what its tags made.</summary>
    public HashSet<string> Others { get; } = new(StringComparer.Ordinal);

    /// <summary>What it writes into its page, as far as it shows that.</summary>
    public StringBuilder Written { get; } = new();

    /// <summary>Completes what is found.</summary>
    public ScriptFindings Complete()
    {
        Run.ImplyOther();
        Functions.ForEach(static function => function.ImplyOther());
        return this;
    }

    /// <summary>The effects of all: a bit for each <see cref="ScriptEffect"/>.</summary>
    public int AllMarks => Functions.Aggregate(Run.Marks, static (marks, function) => marks | function.Marks);
}

/// <summary>A part of a script that runs as a whole: the script itself, or a function.</summary>
/// <param name="name">Of the function.</param>
internal sealed class ScriptScope(string name)
{
    private const int MaxCalls = 1024;

    private static readonly ScriptEffect[] Implying =
    [
        ScriptEffect.Exploit, ScriptEffect.Shellcode, ScriptEffect.DecodesAndRuns, ScriptEffect.Decodes, ScriptEffect.Starts,
        ScriptEffect.Connects, ScriptEffect.Exports, ScriptEffect.Writes, ScriptEffect.Smuggles,
    ];

    private readonly int[] _places = NewPlaces();
    private readonly HashSet<string> _calls = new(StringComparer.Ordinal);

    public string Name => name;

    /// <summary>The names that it calls, of functions that may be the script's own or another's.</summary>
    public IReadOnlyCollection<string> Calls => _calls;

    /// <summary>Whether it may call any function: by a name that is not known, or by too many.</summary>
    public bool CallsAnything { get; private set; }

    /// <summary>The effects: a bit for each <see cref="ScriptEffect"/>.</summary>
    public int Marks
    {
        get
        {
            var marks = 0;
            for (var mark = 0; mark < _places.Length; mark++)
            {
                marks |= _places[mark] < 0 ? 0 : 1 << mark;
            }

            return marks;
        }
    }

    /// <summary>The place in the text of an effect; -1 when it has not that one.</summary>
    public int this[ScriptEffect mark] => _places[(int)mark];

    /// <summary>The places of all marks, for those who look at the text.</summary>
    public Span<int> Places => _places;

    public void Mark(ScriptEffect mark, int place)
    {
        ref var first = ref _places[(int)mark];
        first = first < 0 ? place : Math.Min(first, place);
    }

    public void Unmark(ScriptEffect mark) => _places[(int)mark] = -1;

    /// <summary>Notes, when there is any effect that is not known to be harmless, that it does what scripts of forms do not.</summary>
    public void ImplyOther()
    {
        foreach (var effect in Implying)
        {
            if (this[effect] is >= 0 and var place)
            {
                Mark(ScriptEffect.Other, place);
            }
        }
    }

    public void AddCall(string? called)
    {
        CallsAnything |= called is null || _calls.Count == MaxCalls;
        if (called is not null && _calls.Count < MaxCalls)
        {
            _calls.Add(called);
        }
    }

    /// <summary>Takes over what another scope does.</summary>
    /// <param name="place">Where it does it; -1 for its own places.</param>
    public void Add(ScriptScope other, int place = -1)
    {
        for (var mark = 0; mark < _places.Length; mark++)
        {
            if (other._places[mark] >= 0)
            {
                Mark((ScriptEffect)mark, place < 0 ? other._places[mark] : place);
            }
        }

        CallsAnything |= other.CallsAnything;
        foreach (var called in other._calls)
        {
            AddCall(called);
        }
    }

    private static int[] NewPlaces()
    {
        var places = new int[ScriptEffects.Count];
        Array.Fill(places, -1);
        return places;
    }
}
