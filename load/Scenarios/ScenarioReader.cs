using YamlDotNet.Core;
using YamlDotNet.Core.Events;

namespace Load.Scenarios;

/// <summary>
/// Reads YAML from the parser's events, within bounds: a stranger's file may be deep, long, or refer to itself. It has no use for anchors.
/// </summary>
internal sealed class ScenarioReader(ScenarioProblems problems)
{
    /// <summary>A scenario has four; another tool's file is better told what it lacks.</summary>
    private const int MaxDepth = 16;
    private const int MaxNodes = 100_000;

    /// <summary>A script of another tool is none.</summary>
    private const string Sample = ". A scenario is a page of YAML, such as load/Scenarios/mail-gateway.yaml";

    private int _nodes;

    /// <returns>Null when it is empty, or no YAML; the latter is a problem.</returns>
    public ScenarioNode? Read(TextReader text)
    {
        var parser = new Parser(text);
        try
        {
            parser.Consume<StreamStart>();
            if (!parser.TryConsume<DocumentStart>(out _))
            {
                return null;
            }

            var node = Node(parser, 1);
            parser.Consume<DocumentEnd>();
            if (parser.TryConsume<DocumentStart>(out var second))
            {
                problems.Add(Line(second.Start), "a second document begins here; a file holds one scenario");
            }

            return node;
        }
        catch (YamlException exception)
        {
            problems.Add(
                Line(exception.Start),
                $"this cannot be read as YAML: {(exception.InnerException ?? exception).Message.TrimEnd('.')}{Sample}");
            return null;
        }
        catch (InvalidOperationException)
        {
            // The parser's own, at the end of some files that break off within brackets.
            problems.Add(
                Line(parser.Current?.Start ?? Mark.Empty),
                $"this cannot be read as YAML: something that begins here or before has no end{Sample}");
            return null;
        }
    }

    private ScenarioNode Node(Parser parser, int depth)
    {
        var (start, end) = (parser.Current!.Start, parser.Current.End);
        if (depth > MaxDepth || ++_nodes > MaxNodes)
        {
            throw new YamlException(start, end, depth > MaxDepth
                ? $"more than {MaxDepth} levels; a scenario is a map with a list of steps"
                : $"more than {MaxNodes} values");
        }

        if (parser.Current is AnchorAlias || parser.Current is NodeEvent { Anchor.IsEmpty: false })
        {
            throw new YamlException(start, end, "anchors and aliases (& and *) are not taken; write the value out");
        }

        var line = Line(start);
        return parser.Current switch
        {
            Scalar => new ScenarioNode(line) { Text = parser.Consume<Scalar>().Value },
            SequenceStart => new ScenarioNode(line) { Items = List(parser, depth) },
            _ => new ScenarioNode(line) { Entries = Map(parser, depth) },
        };
    }

    private List<ScenarioNode> List(Parser parser, int depth)
    {
        var items = new List<ScenarioNode>();
        parser.Consume<SequenceStart>();
        while (!parser.TryConsume<SequenceEnd>(out _))
        {
            items.Add(Node(parser, depth + 1));
        }

        return items;
    }

    private List<ScenarioEntry> Map(Parser parser, int depth)
    {
        var entries = new List<ScenarioEntry>();
        parser.Consume<MappingStart>();
        while (!parser.TryConsume<MappingEnd>(out _))
        {
            var key = parser.Consume<Scalar>();
            var value = Node(parser, depth + 1);
            if (entries.Exists(entry => entry.Key == key.Value))
            {
                problems.Add(Line(key.Start), $"'{key.Value}' stands here for the second time; keep one of them");
                continue;
            }

            entries.Add(new(key.Value, Line(key.Start), value));
        }

        return entries;
    }

    private static int Line(Mark mark) => (int)mark.Line;
}
