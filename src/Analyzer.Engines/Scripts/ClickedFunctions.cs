using Analyzer.Engines.JavaScript;
using Analyzer.Engines.JavaScript.Parsing;

namespace Analyzer.Engines.Scripts;

/// <summary>Knows which functions of a page nothing but the reader's click leads to, over all of the page's scripts.</summary>
internal sealed class ClickedFunctions
{
    /// <summary>A page with more has none that is known to wait.</summary>
    private const int MaxScopes = 16_384;

    private readonly List<(ScriptScope Scope, bool Waits)> _scripts = [];
    private readonly List<ScriptScope> _functions = [];

    /// <param name="waits">Whether the script itself waits for a click.</param>
    public void Add(ScriptFindings script, bool waits)
    {
        if (_scripts.Count + _functions.Count < MaxScopes)
        {
            _scripts.Add((script.Run, waits));
            _functions.AddRange(script.Functions);
        }
    }

    /// <returns>The scripts and functions that wait. A function that nothing seen here calls may be called by anything.</returns>
    public HashSet<ScriptScope> Find()
    {
        if (_scripts.Count + _functions.Count >= MaxScopes)
        {
            return [];
        }

        var byName = _functions.ToLookup(static function => function.Name, StringComparer.Ordinal);
        HashSet<ScriptScope> waiting =
            [.. _scripts.Where(static script => script.Waits).Select(static script => script.Scope), .. byName[ClickHandlers.Name]];
        AddCalled(waiting);
        HashSet<ScriptScope> others =
        [
            .. _scripts.Where(static script => !script.Waits).Select(static script => script.Scope),
            .. _functions.Where(function => !waiting.Contains(function)),
        ];
        AddCalled(others);
        waiting.ExceptWith(others);
        return waiting;

        void AddCalled(HashSet<ScriptScope> scopes)
        {
            var open = new Queue<ScriptScope>(scopes);
            var (seen, hasAll) = (new HashSet<string>(StringComparer.Ordinal), false);
            while (!hasAll && open.TryDequeue(out var scope))
            {
                hasAll = scope.CallsAnything;
                foreach (var called in hasAll ? _functions : scope.Calls.Where(seen.Add).SelectMany(name => byName[name]))
                {
                    if (scopes.Add(called))
                    {
                        open.Enqueue(called);
                    }
                }
            }
        }
    }

    public void Clear()
    {
        _scripts.Clear();
        _functions.Clear();
    }
}
