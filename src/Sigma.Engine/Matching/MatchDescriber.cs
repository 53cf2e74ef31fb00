using System.Text;
using Sigma.Engine.Evaluation;
using Sigma.Engine.Records;

namespace Sigma.Engine.Matching;

/// <summary>Determines the values by which a rule fired on the matcher's record.</summary>
internal readonly struct MatchDescriber(RecordMatcher matcher)
{
    private readonly List<MatchedField> _fields = [];
    private readonly List<KeyValuePair<string, string>> _captures = [];

    public RuleMatch Describe(int rule, CompiledNode node)
    {
        Collect(node);
        return new(rule, _fields, _captures);
    }

    private void Collect(CompiledNode node)
    {
        switch (node.Kind)
        {
            case NodeKind.All:
                foreach (var inner in node.Nodes)
                {
                    Collect(inner);
                }

                break;
            case NodeKind.Any or NodeKind.AtLeast:
                foreach (var inner in node.Nodes)
                {
                    if (matcher.Holds(inner))
                    {
                        Collect(inner);
                    }
                }

                break;
            case NodeKind.Predicate when matcher.Rules.Predicates[node.Predicate] is var predicate
                && matcher.Find(predicate) is >= 0 and var value:
                Add(predicate, value);
                break;
        }
    }

    private void Add(Predicate predicate, int value)
    {
        var texts = matcher.Texts;
        if (predicate.FieldName is { } name && !_fields.Exists(field => field.Name == name))
        {
            var isText = texts.Kind(value) is RecordValueKind.Text or RecordValueKind.EscapedText;
            _fields.Add(new(name, Encoding.UTF8.GetString(texts.Text(value)), isText));
        }

        if (predicate.Matcher is RegexMatcher { Pattern.HasCaptures: true } regex)
        {
            var captures = _captures;
            captures.AddRange(regex.Captures(texts, value).Where(group => !captures.Exists(known => known.Key == group.Key)));
        }
    }
}
