using System.Text;

namespace Journal.Log.Frames;

/// <summary>Where a record came from. A listener makes one for each sender and hands it in with every record.</summary>
/// <param name="Name">Address and port, the name in a certificate, or a sender's name; cut to 255 bytes.</param>
public sealed record RecordSource(SourceKind Kind, string Name)
{
    public const int MaxBytes = 255;

    internal byte[] Bytes { get; } = Encode(Name);

    public bool Equals(RecordSource? other) => other is not null && Kind == other.Kind && Name == other.Name;

    public override int GetHashCode() => HashCode.Combine(Kind, Name);

    public override string ToString() => $"{Kind} {Name}".ToLowerInvariant();

    private static byte[] Encode(string name)
    {
        var bytes = Encoding.UTF8.GetBytes(name);
        return bytes.Length <= MaxBytes ? bytes : bytes[..MaxBytes];
    }
}
