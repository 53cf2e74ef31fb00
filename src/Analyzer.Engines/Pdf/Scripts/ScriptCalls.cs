using Analyzer.Engines.Pdf.Actions;
using Analyzer.Engines.JavaScript;

namespace Analyzer.Engines.Pdf.Scripts;

/// <summary>
/// Knows which functions the scripts of a document define, and which of them its scripts call: a function does nothing before it is called.
/// </summary>
internal sealed class ScriptCalls
{
    /// <summary>Names and functions that are remembered; with more, everything may call everything.</summary>
    private const int MaxKept = 131_072;

    /// <summary>What a script of an XML form is called that somebody has to click for: others may run it.</summary>
    private const string Click = "(click)";

    private readonly HashSet<string> _names = new(StringComparer.Ordinal);
    private readonly List<(Origin Origin, string[] Calls, bool CallsAnything)> _scripts = [];
    private readonly List<(string Name, string[] Calls, bool CallsAnything)> _functions = [];
    private Trigger[] _triggers = [];
    private int _kept;
    private bool _isFull;

    /// <summary>Notes what a script calls.</summary>
    public void AddScript(Origin origin, ScriptScope script)
    {
        if (script.CallsAnything || script.Calls.Count > 0 || script[ScriptEffect.Clicks] >= 0)
        {
            _scripts.Add((origin, Keep(script), script.CallsAnything));
        }
    }

    /// <summary>Notes a function.</summary>
    /// <returns>Its number.</returns>
    public int AddFunction(ScriptScope function)
    {
        _functions.Add((function.Name, Keep(function), function.CallsAnything));
        return _functions.Count - 1;
    }

    /// <summary>Notes a script of an XML form that somebody has to click for.</summary>
    /// <returns>Its number, as that of a function.</returns>
    public int AddClick(ScriptScope script)
    {
        _functions.Add((Click, Keep(script), script.CallsAnything));
        return _functions.Count - 1;
    }

    /// <summary>Finds out what leads to each function, when everything has been noted.</summary>
    public void Follow(Func<Origin, Trigger> triggerOf)
    {
        if (_functions.Count > 0)
        {
            FollowCalls(triggerOf);
        }
    }

    private void FollowCalls(Func<Origin, Trigger> triggerOf)
    {
        _triggers = new Trigger[_functions.Count];
        var byName = _functions.Select(static (function, number) => (function.Name, Number: number))
            .ToLookup(static function => function.Name, static function => function.Number, StringComparer.Ordinal);
        var open = new Queue<int>();
        foreach (var (origin, calls, callsAnything) in _scripts)
        {
            Call(calls, callsAnything, triggerOf(origin));
        }

        while (open.TryDequeue(out var function))
        {
            Call(_functions[function].Calls, _functions[function].CallsAnything, _triggers[function]);
        }

        // A function is looked at again only when something worse leads to it, of which there are few.
        void Call(string[] calls, bool callsAnything, Trigger trigger)
        {
            foreach (var number in callsAnything || _isFull ? Enumerable.Range(0, _functions.Count)
                : calls.SelectMany(name => byName[name]))
            {
                if (_triggers[number] < trigger)
                {
                    _triggers[number] = trigger;
                    open.Enqueue(number);
                }
            }
        }
    }

    /// <summary>What leads to a function.</summary>
    public Trigger this[int function] => _triggers[function];

    /// <summary>Makes it ready for another file.</summary>
    public void Clear()
    {
        _scripts.Clear();
        _functions.Clear();
        _names.Clear();
        (_triggers, _kept, _isFull) = ([], 0, false);
    }

    // Most scripts of a form call the same functions.
    private string Shared(string name)
    {
        if (_names.TryGetValue(name, out var known))
        {
            return known;
        }

        _names.Add(name);
        return name;
    }

    private string[] Keep(ScriptScope scope)
    {
        _kept += 1 + scope.Calls.Count;
        _isFull |= _kept > MaxKept;
        return _isFull ? [] : [.. scope.Calls.Select(Shared), .. scope[ScriptEffect.Clicks] >= 0 ? new[] { Click } : []];
    }
}
