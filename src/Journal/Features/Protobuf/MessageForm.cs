namespace Journal.Features.Protobuf;

/// <summary>A type of message: its fields, with their names in JSON.</summary>
internal sealed class MessageForm
{
    private readonly Dictionary<int, FieldForm> _fields = [];

    public IEnumerable<FieldForm> Fields => _fields.Values;

    public FieldForm? this[int number] => _fields.GetValueOrDefault(number);

    /// <summary>Later than the form itself, because a form can hold itself.</summary>
    public MessageForm With(params IEnumerable<FieldForm> fields)
    {
        foreach (var field in fields)
        {
            _fields.Add(field.Number, field);
        }

        return this;
    }
}

/// <param name="Number">On the wire.</param>
/// <param name="Name">In JSON.</param>
/// <param name="Kind">How its value is written in JSON.</param>
/// <param name="Message">The form of a message; null for other values.</param>
/// <param name="IsRepeated">Whether it is an array in JSON.</param>
internal sealed record FieldForm(int Number, string Name, FieldKind Kind, MessageForm? Message = null, bool IsRepeated = false)
{
    public WireForm Wire => Kind switch
    {
        FieldKind.Fixed64 or FieldKind.Double => WireForm.Fixed64,
        FieldKind.Fixed32 => WireForm.Fixed32,
        FieldKind.Text or FieldKind.Hex or FieldKind.Base64 or FieldKind.Message => WireForm.Bytes,
        _ => WireForm.Varint,
    };
}

/// <summary>How a field's value is written in JSON.</summary>
internal enum FieldKind
{
    Text,
    Bool,

    /// <summary>At most 32 bits, as a number.</summary>
    Number,

    /// <summary>64 bits with a sign, as a text.</summary>
    Int64,

    /// <summary>64 bits without a sign, as a text.</summary>
    Fixed64,
    Fixed32,
    Double,
    Hex,
    Base64,
    Message,
}
