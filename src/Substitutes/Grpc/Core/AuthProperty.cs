using System.Text;

namespace Grpc.Core;

/// <summary>One thing that the transport knows about the client.</summary>
public class AuthProperty
{
    private readonly byte[] _value;

    private AuthProperty(string name, byte[] value)
    {
        Name = name;
        _value = value;
    }

    public string Name { get; }

    public string Value => Encoding.UTF8.GetString(_value);

    public byte[] ValueBytes => [.. _value];

    public static AuthProperty Create(string name, byte[] valueBytes)
    {
        ArgumentNullException.ThrowIfNull(name);
        ArgumentNullException.ThrowIfNull(valueBytes);
        return new AuthProperty(name, [.. valueBytes]);
    }
}
