using System.Text;
using System.Xml;

namespace Sigma.Streams.Events.WindowsLogs;

/// <summary>An event of Windows as XML, in the shape of <see cref="EventJson"/>.</summary>
internal static class XmlEvent
{
    private const int MaxDepth = 64;

    private static readonly XmlReaderSettings Settings = new()
    {
        DtdProcessing = DtdProcessing.Prohibit,
        XmlResolver = null,
        IgnoreComments = true,
        IgnoreProcessingInstructions = true,
    };

    /// <returns>Null when it is no such XML.</returns>
    public static byte[]? ToJson(ReadOnlyMemory<byte> utf8)
    {
        try
        {
            using var reader = XmlReader.Create(new StringReader(Encoding.UTF8.GetString(utf8.Span)), Settings);
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

        var element = new EventElement(reader.LocalName);
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
            }
        }

        if (element.Children.Exists(child => child is EventElement))
        {
            // Browsers and the event viewer show a dash before what can be folded, and it is copied with the event.
            element.Children.RemoveAll(child => child is EventValue value && value.Text.AsSpan().Trim() is "-");
        }

        return element;
    }
}
