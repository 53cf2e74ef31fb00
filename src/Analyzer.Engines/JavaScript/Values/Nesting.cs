namespace Analyzer.Engines.JavaScript.Values;

/// <summary>
/// Which function of a script declares a name. Scripts whose names a program has shortened give one name to many variables.
/// </summary>
internal sealed class Nesting
{
    /// <summary>Functions that lie deeper, or come later, count as parts of what is around them.</summary>
    private const int MaxDepth = 16;
    private const int MaxFunctions = 16_384;

    private readonly List<(int Around, int Depth)> _functions = [(-1, 0)];
    private readonly HashSet<(int Function, string Name)> _declared = [];

    /// <summary>Adds a function; 0 is the script itself.</summary>
    /// <param name="around">The function that it lies in.</param>
    /// <returns>Its number.</returns>
    public int Add(int around)
    {
        var depth = _functions[around].Depth + 1;
        if (depth > MaxDepth || _functions.Count == MaxFunctions)
        {
            return around;
        }

        _functions.Add((around, depth));
        return _functions.Count - 1;
    }

    public int Around(int function) => Math.Max(_functions[function].Around, 0);

    public void Declare(string name, int function) => _declared.Add((function, name));

    /// <summary>The function whose variable is meant by a name that stands in a function; 0 also for one that nothing declares.</summary>
    public int OwnerOf(string name, int function)
    {
        while (function > 0 && !_declared.Contains((function, name)))
        {
            function = _functions[function].Around;
        }

        return function;
    }
}
