using System.Text;
using System.Text.RegularExpressions;
using System.Xml;

namespace Sigma.Streams.Events.WindowsLogs;

/// <summary>An event of Windows as XML, in the shape of <see cref="EventJson"/>.</summary>
internal static partial class XmlEvent
{
    private const int MaxDepth = 64;

    /// <returns>Null when it is no such XML.</returns>
    public static byte[]? ToJson(ReadOnlyMemory<byte> utf8)
    {
        // Windows writes characters that XML 1.0 has not; what a viewer shows, and people copy, has ampersands as they are.
        var text = Controls().Replace(Encoding.UTF8.GetString(utf8.Span), control => $"&#{(int)control.Value[0]};");
        return Parse(text) ?? (Ampersands().IsMatch(text) ? Parse(Ampersands().Replace(text, "&amp;")) : null);
    }

    private static byte[]? Parse(string text)
    {
        try
        {
            // Prefixes may be declared around the event, so they are not checked.
            using var reader = new XmlTextReader(new StringReader(text))
            {
                DtdProcessing = DtdProcessing.Prohibit,
                XmlResolver = null,
                Namespaces = false,
            };
            reader.MoveToContent();
            return EventJson.Of(Read(reader, 0));
        }
        catch (XmlException)
        {
            return null;
        }
    }

    private static EventElement Read(XmlReader reader, int depth)
    {
        if (depth > MaxDepth)
        {
            throw new XmlException("Too many levels.");
        }

        var element = new EventElement(reader.Name[(reader.Name.IndexOf(':', StringComparison.Ordinal) + 1)..]);
        var isEmpty = reader.IsEmptyElement;
        while (reader.MoveToNextAttribute())
        {
            element.Attributes.Add((reader.Name, [new EventValue(reader.Value)]));
        }

        while (!isEmpty && reader.Read() && reader.NodeType != XmlNodeType.EndElement)
        {
            switch (reader.NodeType)
            {
                case XmlNodeType.Element:
                    element.Children.Add(Read(reader, depth + 1));
                    break;
                case XmlNodeType.Text or XmlNodeType.CDATA:
                    element.Children.Add(new EventValue(reader.Value));
                    break;
                case XmlNodeType.EntityReference:
                    throw new XmlException($"There is no entity {reader.Name}.");
            }
        }

        if (element.Children.Exists(child => child is EventElement))
        {
            // Browsers and the event viewer show a dash before what can be folded, and it is copied with the event.
            element.Children.RemoveAll(child => child is EventValue value && value.Text.AsSpan().Trim() is "-");
        }

        return element;
    }

    /// <summary>Those that begin no reference.</summary>
    [GeneratedRegex(@"&(?!#?[A-Za-z0-9]+;)")]
    private static partial Regex Ampersands();

    [GeneratedRegex(@"[\x00-\x08\x0B\x0C\x0E-\x1F]")]
    private static partial Regex Controls();
}
