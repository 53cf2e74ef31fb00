namespace Analyzer.Engines.JavaScript;

/// <summary>What the examination of one file's scripts may take. All bounds are counts, so that equal files give equal reports.</summary>
internal sealed class ScriptBudget
{
    /// <summary>Characters of one script that are parsed; a longer one is looked at by its text alone.</summary>
    public const int MaxLength = 256 * 1024;

    /// <summary>Characters parsed of all scripts of a file, those counted several times that cost so much.</summary>
    public const long MaxTotal = 8L << 20;

    private long _spent;

    /// <returns>False when it is too much; then nothing more is parsed.</returns>
    public bool TrySpend(long characters)
    {
        _spent += characters;
        return _spent <= MaxTotal;
    }

    /// <summary>Makes it ready for another file.</summary>
    public void Clear() => _spent = 0;
}
