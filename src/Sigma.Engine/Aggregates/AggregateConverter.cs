using Sigma.Engine.Collections;
using Sigma.Engine.Rules;
using Sigma.Engine.Yaml;

namespace Sigma.Engine.Aggregates;

/// <summary>
/// Converts rules of the earlier specification, <c>condition: s | count() by x > 5</c> with a <c>timeframe</c>, into a rule and a
/// correlation. The correlation keeps id, title and level, because the alerts are its own. The other lines of the file stay where they are.
/// </summary>
public static class AggregateConverter
{
    /// <summary>The kind of problem of a rule that cannot be converted.</summary>
    public const string Code = "aggregate";

    /// <param name="file">A file of rules, of which the collections are written out first.</param>
    /// <param name="problems">Gets the rules that cannot be converted.</param>
    /// <returns>The file with the converted rules; the same when there are none.</returns>
    public static RuleText Convert(RuleText file, List<RuleProblem> problems)
    {
        file = CollectionExpander.Expand(file, problems);
        if (!file.Text.Contains('|', StringComparison.Ordinal))
        {
            return file;
        }

        var lines = file.Text.ReplaceLineEndings("\n").Split('\n');
        var (output, added, made, next) = (new List<string>(), new List<string>(), new HashSet<Guid>(), 0);
        foreach (var (node, _) in YamlReader.Read(file.Text))
        {
            if (node is not YamlMap map || LegacyRule.Of(map, lines) is not { } rule)
            {
                continue;
            }

            if (rule.Problem is { } problem)
            {
                problems.Add(new(file.File, file.OriginOf(problem.At), Code, problem.Message, IsError: true));
                continue;
            }

            var documents = rule.Convert(made);
            output.AddRange(lines[next..rule.Begin].Append(documents[0]));
            added.AddRange(documents.Skip(1));
            next = rule.End;
        }

        return next == 0 ? file : file with
        {
            Text = $"{string.Join('\n', output.Concat(lines[next..])).TrimEnd()}\n{string.Concat(added.Select(text => $"---\n{text}\n"))}",
        };
    }
}
