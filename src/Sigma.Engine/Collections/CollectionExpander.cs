using System.Text;
using Sigma.Engine.Rules;
using Sigma.Engine.Yaml;

namespace Sigma.Engine.Collections;

/// <summary>
/// Writes out the rules of a collection as the earlier specification has it: <c>action: global</c> gives its members to all rules that
/// follow, until <c>action: reset</c>; <c>action: repeat</c> is the rule before it with other members. Maps are merged; what a document
/// says itself counts before what it is given.
/// </summary>
public static class CollectionExpander
{
    /// <summary>What the documents of a file may become together, so that a few lines cannot grow into gigabytes.</summary>
    private const int MaxCharacters = 4 * RuleLoader.MaxFileBytes;

    /// <param name="file">A file of rules.</param>
    /// <param name="problems">Gets what is wrong.</param>
    /// <returns>The file with whole rules; the same when it has no action.</returns>
    public static RuleText Expand(RuleText file, List<RuleProblem> problems)
    {
        if (!file.Text.Contains("action", StringComparison.Ordinal))
        {
            return file;
        }

        var documents = YamlReader.Read(file.Text).ToList();
        if (!documents.Exists(one => one.Document is YamlMap map && map.Find("action") is not null)
            || documents.Exists(one => one.Error is not null)) // the loader names the error
        {
            return file;
        }

        var (text, lines) = (new StringBuilder(), new List<(int Line, int Origin)>());
        var errors = new ProblemList(file.File, problems);
        foreach (var rule in new CollectionReader(errors).Rules(documents.Select(one => one.Document!)))
        {
            lines.Add((text.Length == 0 ? 1 : Lines(text) + 2, rule.At.Line));
            text.Append(text.Length == 0 ? "" : "---\n").Append(YamlText.Of(rule));
            if (text.Length > MaxCharacters)
            {
                errors.Error("action", rule.At, "The rules of this collection are larger than 4 MiB together. Split the file.");
                return file with { Text = "" };
            }
        }

        return file with { Text = $"{text}", Origins = lines };

        static int Lines(StringBuilder text)
        {
            var count = 0;
            foreach (var chunk in text.GetChunks())
            {
                count += chunk.Span.Count('\n');
            }

            return count;
        }
    }
}
