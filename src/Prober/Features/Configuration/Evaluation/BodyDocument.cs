using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Linq;
using System.Xml.XPath;
using HtmlAgilityPack;

namespace Prober.Features.Configuration.Evaluation;

/// <summary>A body in which queries find texts: by XPath in HTML, XML and JSON, by a regular expression in text.</summary>
internal abstract partial class BodyDocument
{
    /// <summary>Deeper bodies are refused: what reads them goes down by calls, and a stack that overflows ends the process.</summary>
    private const int MaxDepth = 500;

    private static readonly TimeSpan MaxMatchTime = TimeSpan.FromSeconds(1);

    /// <returns>The first that the query finds; empty when it finds nothing.</returns>
    /// <exception cref="EvaluationException">The query cannot be asked.</exception>
    public abstract string Find(string query);

    /// <exception cref="EvaluationException">The body is not of this kind.</exception>
    public static BodyDocument Of(DocumentKind kind, string body)
    {
        try
        {
            return kind switch
            {
                DocumentKind.Html => new Tree(Html(body)),
                DocumentKind.Xml => new Tree(Xml(body)),
                DocumentKind.Json => new Tree(Json(body)),
                _ => new Lines(body),
            };
        }
        catch (Exception exception) when (exception is XmlException or JsonException or ArgumentException)
        {
            throw new EvaluationException($"the body is not {kind.ToString().ToUpperInvariant()}");
        }
    }

    private static XPathNavigator Html(string body)
    {
        var document = new HtmlDocument { OptionMaxNestedChildNodes = MaxDepth };
        try
        {
            document.LoadHtml(body);
            return document.CreateNavigator()!;
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            throw new EvaluationException("the body is no HTML that can be read");
        }
    }

    /// <summary>Names as they are written: the default name space is none, and a prefix stands for itself.</summary>
    private static XPathNavigator Xml(string body)
    {
        using var reader = XmlReader.Create(
            new StringReader(body.TrimStart()), new()
            {
                DtdProcessing = DtdProcessing.Ignore,
                XmlResolver = null,
                MaxCharactersFromEntities = 1024
            });
        var root = new XElement("root");
        var at = root;
        while (reader.Read())
        {
            switch (reader.NodeType)
            {
                case XmlNodeType.Element:
                    var element = new XElement(NameOf(reader));
                    var isEmpty = reader.IsEmptyElement;
                    while (reader.MoveToNextAttribute())
                    {
                        if (reader.Prefix != "xmlns" && reader.Name != "xmlns")
                        {
                            element.SetAttributeValue(NameOf(reader), reader.Value);
                        }
                    }

                    at.Add(element);
                    at = isEmpty ? at : element;
                    if (reader.Depth > MaxDepth)
                    {
                        throw new EvaluationException($"the body is nested more than {MaxDepth} deep");
                    }

                    break;
                case XmlNodeType.EndElement:
                    at = at.Parent!;
                    break;
                case XmlNodeType.Text or XmlNodeType.CDATA:
                    at.Add(reader.Value);
                    break;
            }
        }

        // An element that has a parent would be cloned.
        var top = root.Elements().First();
        top.Remove();
        return new XDocument(top).CreateNavigator();
    }

    private static XName NameOf(XmlReader reader) =>
        reader.Prefix.Length == 0 ? reader.LocalName : XNamespace.Get(Tree.SpaceOf(reader.Prefix)) + reader.LocalName;

    private static XPathNavigator Json(string body)
    {
        using var document = JsonDocument.Parse(body);
        var root = new XElement("root");
        Add(root, document.RootElement);
        return root.CreateNavigator();
    }

    /// <summary>Members are elements of their name; elements of a list are called <c>element</c>, and <c>*</c> finds both.</summary>
    private static void Add(XElement parent, JsonElement value)
    {
        switch (value.ValueKind)
        {
            case JsonValueKind.Object:
                foreach (var member in value.EnumerateObject())
                {
                    Add(Child(parent, XmlConvert.EncodeLocalName(member.Name) is { Length: > 0 } name ? name : "element"), member.Value);
                }

                break;
            case JsonValueKind.Array:
                foreach (var item in value.EnumerateArray())
                {
                    Add(Child(parent, "element"), item);
                }

                break;
            case JsonValueKind.Null:
                break;
            default:
                parent.Value = Clean(value.ValueKind switch
                {
                    JsonValueKind.String => value.GetString()!,
                    JsonValueKind.True => "true",
                    JsonValueKind.False => "false",
                    _ => value.GetRawText(),
                });
                break;
        }
    }

    private static XElement Child(XElement parent, string name)
    {
        var child = new XElement(name);
        parent.Add(child);
        return child;
    }

    private static string Clean(string text) =>
        string.Concat(text.Where(letter => XmlConvert.IsXmlChar(letter) || char.IsSurrogate(letter)));

    private sealed partial class Tree(XPathNavigator root) : BodyDocument
    {
        public static string SpaceOf(string prefix) => $"prefix:{prefix}";

        public override string Find(string query)
        {
            var names = new XmlNamespaceManager(new NameTable());
            foreach (Match prefix in Prefix().Matches(query))
            {
                names.AddNamespace(prefix.Groups[1].Value, SpaceOf(prefix.Groups[1].Value));
            }

            try
            {
                return root.Evaluate(query, names) switch
                {
                    XPathNodeIterator found => found.MoveNext() ? found.Current!.Value : "",
                    bool yes => yes ? "true" : "false",
                    double number => number.ToString(CultureInfo.InvariantCulture),
                    var other => $"{other}",
                };
            }
            catch (Exception exception) when (exception is XPathException or ArgumentException)
            {
                throw new EvaluationException($"{query} is no XPath: {exception.Message}");
            }
        }

        [GeneratedRegex(@"([A-Za-z_][\w.-]*):(?!:)(?=[A-Za-z_*])")]
        private static partial Regex Prefix();
    }

    private sealed class Lines(string text) : BodyDocument
    {
        public override string Find(string query)
        {
            try
            {
                var match = Regex.Match(text, GoPattern.ToDotNet(query), RegexOptions.None, MaxMatchTime);
                return !match.Success ? throw new EvaluationException($"nothing matches {query}")
                    : match.Groups.Count > 1 ? match.Groups[1].Value
                    : match.Value;
            }
            catch (RegexParseException exception)
            {
                throw new EvaluationException($"{query} is no regular expression: {exception.Message}");
            }
        }
    }
}

internal enum DocumentKind
{
    Html,
    Xml,
    Json,
    Text,
}
