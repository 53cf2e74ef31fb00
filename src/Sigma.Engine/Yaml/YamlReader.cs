using System.Text.RegularExpressions;
using YamlDotNet.Core;
using YamlDotNet.Core.Events;

namespace Sigma.Engine.Yaml;

/// <summary>
/// Reads YAML from the parser's events, not its object model, which is cheaper and gives every node a position. It refuses what no rule
/// needs: equal keys, keys that are not text, too many nodes or levels. An alias counts as everything that it stands for, so that a few
/// lines cannot grow into gigabytes.
/// </summary>
internal sealed partial class YamlReader
{
    public const int MaxNodes = 200_000;
    public const int MaxDepth = 64;

    private readonly Parser _parser;
    private readonly Dictionary<AnchorName, (YamlNode Node, int Nodes)> _anchors = [];
    private int _nodes;

    private YamlReader(string text) => _parser = new Parser(new StringReader(text));

    /// <returns>
    /// The documents without empty ones, and a problem in the place of each invalid one. Text that is not YAML comes last, because its end
    /// is unknown.
    /// </returns>
    public static IEnumerable<(YamlNode? Document, YamlError? Error)> Read(string text)
    {
        var reader = new YamlReader(text);
        var (passed, isMended) = (0, false);
        while (true)
        {
            YamlNode? document = null;
            YamlError? error = null;
            var isLast = false;
            try
            {
                document = reader.NextDocument();
            }
            catch (YamlErrorException broken)
            {
                error = broken.Error;
            }
            catch (YamlException) when (!isMended && BlankFirstLines().IsMatch(text))
            {
                // The parser refuses spaces in an empty first line of a block, which YAML allows.
                reader = new(BlankFirstLines().Replace(text, lines => lines.Value.Replace(" ", "", StringComparison.Ordinal)));
                isMended = true;
                for (var i = 0; i < passed; i++)
                {
                    reader.PassDocument();
                }

                continue;
            }
            catch (YamlException broken)
            {
                (error, isLast) = (new(Position(broken.Start), $"{Sentence(broken)} Nothing after this line was read."), true);
            }
            catch (InvalidOperationException)
            {
                // The parser's own, at the end of some files that break off within brackets.
                var at = reader._parser.Current?.Start ?? Mark.Empty;
                (error, isLast) =
                    (new(Position(at), "Something that begins here or before has no end. Nothing after this line was read."), true);
            }

            if (document is null && error is null)
            {
                yield break;
            }

            passed++;
            if (error is not null || document is not YamlScalar { Kind: ScalarKind.Null })
            {
                yield return (document, error);
            }

            if (isLast)
            {
                yield break;
            }
        }
    }

    /// <summary>Empty lines with spaces behind the line that begins a block.</summary>
    [GeneratedRegex(@"(?<=[|>][-+0-9]{0,2}[ ]*\r?\n)(?:[ ]+\r?\n)+")]
    private static partial Regex BlankFirstLines();

    private void PassDocument()
    {
        try
        {
            NextDocument();
        }
        catch (YamlErrorException)
        {
            // It was told.
        }
    }

    private YamlNode? NextDocument()
    {
        var depth = 0;
        while (_parser.MoveNext())
        {
            // Skips the rest of a refused document. The parser's time grows with the square of the depth.
            var passed = _parser.Current!;
            depth += passed.NestingIncrease;
            if (depth > MaxDepth)
            {
                throw new YamlException(passed.Start, passed.End, "Far too many levels.");
            }

            if (passed is DocumentStart)
            {
                _parser.MoveNext();
                _anchors.Clear();
                _nodes = 0;
                return Node(1);
            }
        }

        return null;
    }

    /// <summary>Reads the node whose first event is the current one; afterwards its last event is.</summary>
    private YamlNode Node(int depth)
    {
        var current = _parser.Current!;
        var at = Position(current.Start);
        if (depth > MaxDepth)
        {
            throw new YamlErrorException(at, $"More than {MaxDepth} levels. Write it flatter.");
        }

        Count(1, at);
        var before = _nodes;
        var node = current switch
        {
            Scalar scalar => new YamlScalar(scalar.Value, scalar.Style == ScalarStyle.Plain && scalar.Tag.IsEmpty, at),
            SequenceStart => List(at, depth),
            MappingStart => Map(at, depth),
            AnchorAlias alias => Alias(alias, at),
            _ => throw new YamlErrorException(at, "A value is missing."),
        };
        if (current is NodeEvent { Anchor.IsEmpty: false } anchored)
        {
            _anchors[anchored.Anchor] = (node, _nodes - before + 1);
        }

        return node;
    }

    private YamlNode Alias(AnchorAlias alias, SourcePosition at)
    {
        if (!_anchors.TryGetValue(alias.Value, out var anchored))
        {
            throw new YamlErrorException(at, $"There is no anchor {alias.Value} before it.");
        }

        Count(anchored.Nodes, at);
        return anchored.Node;
    }

    private YamlList List(SourcePosition at, int depth)
    {
        var items = new List<YamlNode>();
        while (_parser.MoveNext() && _parser.Current is not SequenceEnd)
        {
            items.Add(Node(depth + 1));
        }

        return new(items, at);
    }

    private YamlMap Map(SourcePosition at, int depth)
    {
        var entries = new List<YamlEntry>();
        var keys = new HashSet<string>();
        var merged = new List<YamlNode>();
        while (_parser.MoveNext() && _parser.Current is not MappingEnd)
        {
            var keyAt = Position(_parser.Current!.Start);
            if (Node(depth + 1) is not YamlScalar key)
            {
                throw new YamlErrorException(keyAt, "A key has to be text.");
            }

            if (key is { IsPlain: true, Text: "<<" })
            {
                _parser.MoveNext();
                merged.Add(Node(depth + 1));
                continue;
            }

            if (!keys.Add(key.Text))
            {
                throw new YamlErrorException(keyAt, $"The key {key.Text} occurs here for the second time. Keep one, or make a list.");
            }

            _parser.MoveNext();
            entries.Add(new(key.Text, Node(depth + 1), keyAt));
        }

        merged.ForEach(node => Merge(node, entries, keys));
        return new(entries, at);
    }

    /// <summary>
    /// <c>&lt;&lt;: *other</c> adds the members of another map, or of several, that this one does not have itself. The first one counts.
    /// </summary>
    private static void Merge(YamlNode node, List<YamlEntry> entries, HashSet<string> keys)
    {
        foreach (var other in node is YamlList list ? list.Items : [node])
        {
            if (other is not YamlMap map)
            {
                throw new YamlErrorException(other.At, "<< takes a map, or a list of maps, such as <<: *name.");
            }

            entries.AddRange(map.Entries.Where(entry => keys.Add(entry.Key)));
        }
    }

    private void Count(int nodes, SourcePosition at)
    {
        _nodes += nodes;
        if (_nodes > MaxNodes)
        {
            throw new YamlErrorException(at, $"More than {MaxNodes} values, aliases counted in full. Split the document.");
        }
    }

    private static SourcePosition Position(Mark mark) => new((int)Math.Max(mark.Line, 1), (int)Math.Max(mark.Column, 1));

    /// <summary>The parser's own message, without its position, and with a full stop.</summary>
    private static string Sentence(YamlException exception)
    {
        var message = exception.InnerException is YamlException inner ? inner.Message : exception.Message;
        var end = message.IndexOf("): ", StringComparison.Ordinal);
        return $"{(end >= 0 && message.StartsWith('(') ? message[(end + 3)..] : message).TrimEnd('.')}.";
    }

    /// <summary>Ends the recursion; it never leaves this class.</summary>
    private sealed class YamlErrorException(SourcePosition at, string message) : Exception(message)
    {
        public YamlError Error { get; } = new(at, message);
    }
}

/// <summary>Why a document is refused.</summary>
internal sealed record YamlError(SourcePosition At, string Message);
