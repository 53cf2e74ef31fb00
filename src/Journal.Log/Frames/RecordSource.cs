using System.Text;

namespace Journal.Log.Frames;

/// <summary>The source of a record. A listener makes one for each sender, and passes it with every record.</summary>
/// <param name="Name">Address and port, the name in a certificate, or a sender's name; what is stored of it has at most 255 bytes.</param>
public sealed record RecordSource(SourceKind Kind, string Name)
{
    public const int MaxBytes = 255;

    internal byte[] Bytes { get; private init; } = Encode(Name);

    /// <param name="kind">How its records arrived.</param>
    /// <param name="bytes">Its name as bytes. They are kept unchanged, because other bytes would have another hash.</param>
    internal static RecordSource Stored(SourceKind kind, ReadOnlySpan<byte> bytes) =>
        new(kind, Encoding.UTF8.GetString(bytes)) { Bytes = bytes.ToArray() };

    public bool Equals(RecordSource? other) => other is not null && Kind == other.Kind && Name == other.Name;

    public override int GetHashCode() => HashCode.Combine(Kind, Name);

    public override string ToString() => $"{Kind} {Name}".ToLowerInvariant();

    private static byte[] Encode(string name)
    {
        var bytes = Encoding.UTF8.GetBytes(name);
        if (bytes.Length <= MaxBytes)
        {
            return bytes;
        }

        var length = MaxBytes;
        while (IsWithinCharacter(bytes[length]))
        {
            length--;
        }

        return bytes[..length];
    }

    private static bool IsWithinCharacter(byte next) => (next & 0xC0) == 0x80;
}
