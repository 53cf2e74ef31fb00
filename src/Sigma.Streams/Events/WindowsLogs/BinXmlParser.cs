namespace Sigma.Streams.Events.WindowsLogs;

/// <summary>
/// Reads binary XML of a chunk into a tree: tokens for elements, attributes and values, and templates whose gaps are filled with the values
/// of an instance.
/// </summary>
internal sealed class BinXmlParser(ReadOnlyMemory<byte> chunk)
{
    /// <summary>The most elements and templates within each other; templates may refer to themselves.</summary>
    private const int MaxDepth = 64;

    /// <summary>The most tokens of a record: templates within templates multiply them.</summary>
    private const int MaxTokens = 100_000;

    private const byte MoreFlag = 0x40;
    private const byte BinXmlType = 0x21;

    private static readonly Dictionary<string, string> Entities = new()
    {
        ["quot"] = "\"",
        ["apos"] = "'",
        ["amp"] = "&",
        ["lt"] = "<",
        ["gt"] = ">",
    };

    private int _tokens;

    /// <exception cref="DamagedEventException">It is no binary XML.</exception>
    public EventElement Read(int at, int end)
    {
        _tokens = 0;
        var nodes = new List<EventNode>();
        ReadNodes(new(chunk, at, end), new(nodes, null, IsTemplate: false, 0));
        return nodes.OfType<EventElement>().FirstOrDefault() ?? throw new DamagedEventException("it has no element");
    }

    /// <summary>Reads siblings, until the end of their element or of the text.</summary>
    private void ReadNodes(BinaryCursor cursor, Place place)
    {
        if (place.Depth > MaxDepth)
        {
            throw new DamagedEventException($"it has more than {MaxDepth} levels");
        }

        while (!cursor.IsAtEnd)
        {
            if (++_tokens > MaxTokens)
            {
                throw new DamagedEventException($"it has more than {MaxTokens} parts");
            }

            var token = cursor.Byte();
            switch (token & ~MoreFlag)
            {
                case 0x00: // end of the text
                case 0x04: // end of the element
                    return;
                case 0x01:
                    place.Nodes.Add(Element(cursor, place, hasAttributes: (token & MoreFlag) != 0));
                    break;
                case 0x05:
                    place.Nodes.Add(Text(cursor));
                    break;
                case 0x07: // CDATA
                    place.Nodes.Add(new EventValue(cursor.Utf16(cursor.UInt16())));
                    break;
                case 0x08:
                    place.Nodes.Add(Character(cursor));
                    break;
                case 0x09:
                    place.Nodes.Add(Entity(cursor));
                    break;
                case 0x0A: // target of a processing instruction
                    Name(cursor);
                    break;
                case 0x0B: // its data
                    cursor.Utf16(cursor.UInt16());
                    break;
                case 0x0C:
                    Template(cursor, place);
                    break;
                case 0x0D or 0x0E:
                    Substitute(cursor, place, isOptional: (token & ~MoreFlag) == 0x0E);
                    break;
                case 0x0F: // version and flags of a fragment
                    cursor.Take(3);
                    break;
                default:
                    throw new DamagedEventException($"there is no token {token:x}");
            }
        }
    }

    private EventElement Element(BinaryCursor cursor, Place place, bool hasAttributes)
    {
        if (place.IsTemplate)
        {
            cursor.UInt16(); // the value that the element depends on
        }

        cursor.UInt32(); // its size
        var element = new EventElement(Name(cursor));
        if (hasAttributes)
        {
            var end = cursor.UInt32() + (long)cursor.At;
            while (cursor.At < end && (cursor.Peek() & ~MoreFlag) == 0x06)
            {
                cursor.Byte();
                var value = new List<EventNode>();
                element.Attributes.Add((Name(cursor), value));
                AttributeValue(cursor, place with { Nodes = value });
            }
        }

        switch (cursor.Byte())
        {
            case 0x02:
                ReadNodes(cursor, place with { Nodes = element.Children, Depth = place.Depth + 1 });
                break;
            case 0x03: // it is empty
                break;
            case var token:
                throw new DamagedEventException($"token {token:x} does not end the start of an element");
        }

        return element;
    }

    private void AttributeValue(BinaryCursor cursor, Place place)
    {
        while ((cursor.Peek() & ~MoreFlag) is 0x05 or 0x08 or 0x09 or 0x0D or 0x0E)
        {
            switch (cursor.Byte() & ~MoreFlag)
            {
                case 0x05:
                    place.Nodes.Add(Text(cursor));
                    break;
                case 0x08:
                    place.Nodes.Add(Character(cursor));
                    break;
                case 0x09:
                    place.Nodes.Add(Entity(cursor));
                    break;
                case 0x0D:
                    Substitute(cursor, place, isOptional: false);
                    break;
                default:
                    Substitute(cursor, place, isOptional: true);
                    break;
            }
        }
    }

    private static EventValue Character(BinaryCursor cursor) => new($"{(char)cursor.UInt16()}");

    private EventValue Entity(BinaryCursor cursor)
    {
        var name = Name(cursor);
        return new(Entities.GetValueOrDefault(name, $"&{name};"));
    }

    private static EventValue Text(BinaryCursor cursor) => cursor.Byte() is 1
        ? new(cursor.Utf16(cursor.UInt16()))
        : throw new DamagedEventException("a text is no UTF-16");

    /// <summary>Fills the gaps of a template, which may be defined here or elsewhere in the chunk.</summary>
    private void Template(BinaryCursor cursor, Place place)
    {
        cursor.Take(5); // a version, and the number of the template
        var definition = cursor.Offset();
        if (definition == cursor.At)
        {
            cursor.Take(20); // the next definition, and the id
            cursor.Take((int)Math.Min(cursor.UInt32(), int.MaxValue));
        }

        var values = Values(cursor);
        var header = new BinaryCursor(chunk, definition, chunk.Length);
        header.Take(20);
        var size = (int)Math.Min(header.UInt32(), chunk.Length - header.At);
        ReadNodes(new(chunk, header.At, header.At + size), new(place.Nodes, values, IsTemplate: true, place.Depth + 1));
    }

    private static List<(byte Type, int At, int Length)> Values(BinaryCursor cursor)
    {
        var count = cursor.UInt32();
        var sizes = new List<(int Length, byte Type)>();
        for (var i = 0; i < count; i++)
        {
            var length = cursor.UInt16();
            sizes.Add((length, cursor.Byte()));
            cursor.Byte();
        }

        var values = new List<(byte, int, int)>();
        foreach (var (length, type) in sizes)
        {
            values.Add((type, cursor.At, length));
            cursor.Take(length);
        }

        return values;
    }

    private void Substitute(BinaryCursor cursor, Place place, bool isOptional)
    {
        var (index, _) = (cursor.UInt16(), cursor.Byte());
        if (place.Values is not { } values)
        {
            throw new DamagedEventException("a gap is outside of a template");
        }

        if (index >= values.Count)
        {
            return; // the instance has fewer values than its template has gaps
        }

        var (type, at, length) = values[index];
        if (isOptional && (type == 0 || length == 0))
        {
            return;
        }

        if (type == BinXmlType)
        {
            if (length > 0)
            {
                ReadNodes(new(chunk, at, at + length), new(place.Nodes, null, IsTemplate: false, place.Depth + 1));
            }

            return;
        }

        place.Nodes.Add(BinXmlValues.Read(type, chunk.Span.Slice(at, length)));
    }

    /// <summary>A name lies somewhere in the chunk; at its first use right here.</summary>
    private string Name(BinaryCursor cursor)
    {
        var offset = cursor.Offset();
        var isHere = offset == cursor.At;
        var name = isHere ? cursor : new(chunk, offset, chunk.Length);
        name.Take(6); // the next name, and a hash
        var units = name.UInt16();
        var text = name.Utf16(units);
        name.Take(2); // its end
        return text.Length > 0 ? text : throw new DamagedEventException("a name is empty");
    }

    /// <param name="Nodes">Gets what is read.</param>
    /// <param name="Values">The values for the gaps; null outside of a template.</param>
    /// <param name="IsTemplate">Whether elements say on what they depend.</param>
    /// <param name="Depth">The levels around it.</param>
    private sealed record Place(
        List<EventNode> Nodes, IReadOnlyList<(byte Type, int At, int Length)>? Values, bool IsTemplate, int Depth);
}
