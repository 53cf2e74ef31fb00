using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Text;

namespace Journal.Log.Senders;

/// <summary>The key that a sender of sealed datagrams shares with the journal.</summary>
public sealed class SenderKey
{
    public const int KeyBytes = 32;
    private const int MaxNameLetters = 64;
    private const string Kind = "journal-sender/1";

    private readonly byte[] _key;

    private SenderKey(string name, byte[] key) => (Name, _key) = (name, key);

    public string Name { get; }

    /// <summary>Unencrypted in each datagram.</summary>
    public ulong Id => BinaryPrimitives.ReadUInt64BigEndian(SHA256.HashData(Encoding.UTF8.GetBytes(Name)));

    /// <summary>A name is also a file name.</summary>
    public static bool IsName(string name) =>
        name.Length is > 0 and <= MaxNameLetters && name[0] != '.'
        && name.All(letter => char.IsAsciiLetterOrDigit(letter) || letter is '-' or '_' or '.');

    /// <exception cref="ArgumentException">The name is invalid.</exception>
    public static SenderKey Create(string name) => IsName(name)
        ? new(name, RandomNumberGenerator.GetBytes(KeyBytes))
        : throw new ArgumentException(
            $"'{name}' is not a valid name: use 1 to {MaxNameLetters} letters, digits, dots, hyphens and underscores.");

    /// <exception cref="InvalidDataException">The text is no such key.</exception>
    public static SenderKey Parse(string text)
    {
        var key = new byte[KeyBytes];
        return text.Split(' ', StringSplitOptions.TrimEntries) is [Kind, var name, var secret] && IsName(name)
            && Convert.TryFromBase64String(secret, key, out var length) && length == KeyBytes
            ? new(name, key)
            : throw new InvalidDataException("This is not a sender's key. Make one with journal sender add.");
    }

    /// <summary>Whether the other one is the same key of the same sender.</summary>
    public bool IsSame(SenderKey other) => Name == other.Name && CryptographicOperations.FixedTimeEquals(_key, other._key);

    public string Export() => $"{Kind} {Name} {Convert.ToBase64String(_key)}\n";

    internal AesGcm Cipher() => new(_key, SealedDatagram.TagBytes);
}
