namespace Prober.Features.Configuration;

/// <summary>Deviations from the files.</summary>
internal sealed class ConfigNotes
{
    private readonly List<ConfigProblem> _notes = [];
    private (string File, int Line)? _first;
    private int _count;

    public IReadOnlyList<ConfigProblem> All => _first is not { } first ? _notes :
    [
        .. _notes,
        new(first.File, first.Line, $"the default time-out is longer than the interval of {_count} targets, and is cut to it"),
    ];

    /// <summary>The time-out of a target is cut to its interval.</summary>
    public void Cut(string file, int line) =>
        _notes.Add(new(file, line, "the time-out is longer than the interval, and is cut to it"));

    /// <summary>The default was shortened for a target; one note covers all such targets.</summary>
    public void CutDefault(string file, int line)
    {
        _first ??= (file, line);
        _count++;
    }
}
