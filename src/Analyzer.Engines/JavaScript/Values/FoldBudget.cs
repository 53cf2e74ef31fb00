using System.Text;

namespace Analyzer.Engines.JavaScript.Values;

/// <summary>What the computation of one script's constants may take.</summary>
internal sealed class FoldBudget
{
    public const int MaxArguments = 65_536;
    private const int MaxSteps = 400_000;
    private const int MaxCharacters = 2 * 1024 * 1024;

    private int _steps;
    private int _characters;

    /// <summary>Whether something was not computed because it was too much.</summary>
    public bool IsExceeded => _steps > MaxSteps || _characters > MaxCharacters;

    public bool TryStep() => TrySteps(1);

    public bool TrySteps(int count)
    {
        _steps = Math.Min(_steps + count, MaxSteps + 1);
        return _steps <= MaxSteps;
    }

    /// <summary>Asks for room for a computed text.</summary>
    public bool TryText(long length)
    {
        _characters = (int)Math.Min(_characters + length, MaxCharacters + 1);
        return _characters <= MaxCharacters;
    }

    public FoldedText NewText() => new(this);
}

/// <summary>A text that is put together.</summary>
internal sealed class FoldedText(FoldBudget budget)
{
    private readonly StringBuilder _text = new();

    /// <returns>False when the part is unknown, or too much.</returns>
    public bool TryAdd(string? part)
    {
        if (part is null || !budget.TryText(part.Length))
        {
            return false;
        }

        _text.Append(part);
        return true;
    }

    public override string ToString() => _text.ToString();
}
