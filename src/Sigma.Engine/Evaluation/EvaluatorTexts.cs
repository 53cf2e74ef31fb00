namespace Sigma.Engine.Evaluation;

/// <summary>Texts of the record that was evaluated last.</summary>
public static class EvaluatorTexts
{
    /// <param name="evaluator">It has just evaluated the record.</param>
    /// <param name="names">Fields, each once.</param>
    /// <returns>The first text of each field that has one.</returns>
    public static Dictionary<string, string> TextsOf(this IRecordEvaluator evaluator, IReadOnlyList<string> names)
    {
        var texts = new Dictionary<string, string>(names.Count);
        foreach (var name in names)
        {
            if (evaluator.FirstText(name) is { } text)
            {
                texts[name] = text;
            }
        }

        return texts;
    }
}
