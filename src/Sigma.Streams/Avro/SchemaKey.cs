using System.Buffers.Binary;

namespace Sigma.Streams.Avro;

/// <summary>
/// What names a record's schema: a zero and a number of four bytes, or a one and a GUID of sixteen. Confluent's serializers write it
/// before the value, or into a header.
/// </summary>
/// <param name="Id">The number, if there is no GUID.</param>
/// <param name="Guid">The GUID; null if it is a number.</param>
internal readonly record struct SchemaKey(int Id, Guid? Guid)
{
    /// <summary>The header that has it.</summary>
    public const string Header = "__value_schema_id";

    private const int IdBytes = 5;
    private const int GuidBytes = 17;

    /// <param name="bytes">Those of a record, or of the header.</param>
    /// <param name="length">How many of them it takes.</param>
    /// <returns>Null if they do not begin with one: no JSON begins with a zero or a one.</returns>
    public static SchemaKey? Read(ReadOnlySpan<byte> bytes, out int length)
    {
        length = bytes switch { [0, ..] => IdBytes, [1, ..] => GuidBytes, _ => int.MaxValue };
        return bytes.Length < length ? null
            : length == IdBytes ? new(BinaryPrimitives.ReadInt32BigEndian(bytes[1..]), null)
            : new(0, new Guid(bytes[1..GuidBytes], bigEndian: true));
    }

    public override string ToString() => Guid is { } guid ? $"{guid}" : $"{Id}";
}
