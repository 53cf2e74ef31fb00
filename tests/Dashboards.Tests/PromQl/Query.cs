using System.Collections.Frozen;
using System.Text.RegularExpressions;

namespace Dashboards.Tests.PromQl;

/// <summary>
/// The metrics and labels that a query of PromQL names (https://prometheus.io/docs/prometheus/latest/querying/basics/). Prometheus
/// itself decides whether the query is valid.
/// </summary>
public sealed partial class Query
{
    private static readonly FrozenSet<string> LabelLists = FrozenSet.Create("by", "without", "on", "ignoring", "group_left", "group_right");
    private static readonly FrozenSet<string> Operators = FrozenSet.Create("and", "or", "unless", "bool", "offset");

    private readonly List<Selector> _selectors = [];
    private readonly HashSet<string> _groupedBy = [];
    private readonly string[] _tokens;
    private int _next;

    public Query(string text)
    {
        _tokens = [.. Token().Matches(text).Select(match => match.Value).Where(token => !string.IsNullOrWhiteSpace(token))];
        Read();
    }

    public IReadOnlyList<Selector> Selectors => _selectors;

    /// <summary>The labels that the query groups or joins by.</summary>
    public IReadOnlyCollection<string> GroupedBy => _groupedBy;

    private string Current => _next < _tokens.Length ? _tokens[_next] : "";

    private void Read()
    {
        while (_next < _tokens.Length)
        {
            var token = _tokens[_next++];
            if (token == "[")
            {
                Skip("]");
            }
            else if (!Name().IsMatch(token) || Operators.Contains(token))
            {
                continue;
            }
            else if (LabelLists.Contains(token))
            {
                ReadLabels();
            }
            else if (Current != "(" && !IsAggregation())
            {
                var function = _tokens[..(_next - 1)] is [.., var name, "("] ? name : "";
                _selectors.Add(new Selector(token, ReadMatchers(), function));
            }
        }
    }

    /// <summary><c>sum by (le) (…)</c>: the brackets come after the labels.</summary>
    private bool IsAggregation() => Current is "by" or "without";

    private void ReadLabels()
    {
        if (Current == "(")
        {
            var labels = Skip(")");
            _groupedBy.UnionWith(labels.Where(token => Name().IsMatch(token)));
        }
    }

    private IReadOnlyList<Matcher> ReadMatchers()
    {
        if (Current != "{")
        {
            return [];
        }

        var tokens = Skip("}");
        return
        [
            .. from token in tokens.Index()
               where token.Item[0] == '"'
               select new Matcher(tokens[token.Index - 2], Unquoted(token.Item)),
        ];
    }

    private string[] Skip(string end)
    {
        var start = _next;
        while (Current != end)
        {
            _next++;
        }

        return _tokens[start.._next++];
    }

    private static string Unquoted(string text) => text[1..^1].Replace(@"\\", @"\");

    [GeneratedRegex("""
        "(?:\\.|[^"\\])*"|[a-zA-Z_:][\w:]*|[=!]~|!=|[\d.]\w*(?:-\d+)?|.
        """, RegexOptions.Singleline)]
    private static partial Regex Token();

    [GeneratedRegex("^[a-zA-Z_:]")]
    private static partial Regex Name();
}

/// <summary>A metric that a query reads.</summary>
/// <param name="Metric">Its name.</param>
/// <param name="Matchers">The conditions within the braces.</param>
/// <param name="Function">The innermost function around it, such as <c>rate</c>; empty when there is none.</param>
public sealed record Selector(string Metric, IReadOnlyList<Matcher> Matchers, string Function);
