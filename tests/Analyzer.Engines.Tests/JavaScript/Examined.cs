using Analyzer.Engines.JavaScript;

namespace Analyzer.Engines.Tests.JavaScript;

/// <summary>What a script does, in words that a test can compare.</summary>
internal static class Examined
{
    /// <summary>
    /// The effects of running it, in the order of their names; those that mean no more than that there are others are left out.
    /// </summary>
    public static string Effects(string script, ScriptHost host = ScriptHost.Document) => Told(Find(script, host).Run);

    /// <summary>The functions that it does not call, with their effects.</summary>
    public static string Functions(string script) =>
        string.Join("; ", Find(script, ScriptHost.Document).Functions.Where(function => function.Marks != 0)
            .Select(function => $"{function.Name}: {Told(function)}").Order(StringComparer.Ordinal));

    public static ScriptFindings Find(string script, ScriptHost host) => ScriptExamination.Examine(script, host, new ScriptBudget());

    private static string Told(ScriptScope scope)
    {
        var effects = Enum.GetValues<ScriptEffect>().Where(effect => scope[effect] >= 0).ToList();
        if (effects.Count > 1)
        {
            effects.Remove(ScriptEffect.Other);
        }

        return string.Join(' ', effects.Select(effect => effect.ToString()).Order(StringComparer.Ordinal));
    }
}
