using System.Text;
using Sigma.Engine.Rules;

namespace Sigma.Engine.Correlations;

/// <summary>How a correlation reads the matches of one document that it refers to.</summary>
internal sealed class CorrelationReference
{
    private readonly string[] _group;
    private readonly string[] _values;

    private CorrelationReference(CorrelationRule rule, SigmaDocument document, int number)
    {
        Number = number;
        _group = [.. rule.GroupBy.Select(FieldOf)];
        _values = rule.Type is CorrelationType.EventCount or CorrelationType.Temporal or CorrelationType.TemporalOrdered
            ? [] : [.. rule.ValueFields.Select(FieldOf)];

        string FieldOf(string name) => rule.FieldOf(name, document);
    }

    /// <summary>Which of the correlation's rules the document is.</summary>
    public int Number { get; }

    /// <returns>Null when the correlation does not refer to the document.</returns>
    public static CorrelationReference? Of(CorrelationRule rule, SigmaDocument document)
    {
        for (var i = 0; i < rule.References.Count; i++)
        {
            if (document.IsCalled(rule.References[i].Reference))
            {
                return new(rule, document, i);
            }
        }

        return null;
    }

    /// <returns>The same for matches of one group only; null when the match lacks a field.</returns>
    public string? GroupOf(CorrelationInput match) => Join(_group, match);

    /// <returns>The texts of what is counted, as one, empty where nothing is; null when the match lacks a field.</returns>
    public string? ValueOf(CorrelationInput match) => Join(_values, match);

    /// <returns>The text that stands for the number that is added; the match has it.</returns>
    public string NumberOf(CorrelationInput match) => match.Fields[_values[0]];

    /// <param name="names">What the correlation calls the fields of the group.</param>
    /// <param name="match">It has all of them.</param>
    public KeyValuePair<string, string>[] FieldsOf(IReadOnlyList<string> names, CorrelationInput match) =>
        [.. names.Zip(_group, (name, field) => KeyValuePair.Create(name, match.Fields[field]))];

    /// <summary>Texts with their lengths, so that different ones never make the same; one alone is itself.</summary>
    private static string? Join(string[] fields, CorrelationInput match)
    {
        if (fields.Length == 0)
        {
            return "";
        }

        if (fields.Length == 1)
        {
            return match.Fields.GetValueOrDefault(fields[0]);
        }

        var joined = new StringBuilder();
        foreach (var field in fields)
        {
            if (!match.Fields.TryGetValue(field, out var text))
            {
                return null;
            }

            joined.Append(text.Length).Append(':').Append(text);
        }

        return joined.ToString();
    }
}
