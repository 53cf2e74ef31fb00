using System.Text;

namespace Analyzer.Engines.Pdf.Encryption;

/// <summary>What an encryption dictionary says (ISO 32000-2, 7.6.2 to 7.6.5).</summary>
internal sealed record EncryptionDictionary
{
    private const int MaxFilters = 16;
    private const int MaxKeyBytes = 16;
    private const int ShortCheck = 32;

    /// <summary>Whether it is that of the standard security handler, which opens documents with passwords.</summary>
    public required bool IsStandard { get; init; }

    public required int Version { get; init; }

    public required int Revision { get; init; }

    /// <summary>The length of the key in bytes, as far as it is told.</summary>
    public required int KeyLength { get; init; }

    public required int Permissions { get; init; }

    public required bool EncryptsMetadata { get; init; }

    /// <summary>What an owner's password is checked by; empty when there is none.</summary>
    public required byte[] Owner { get; init; }

    /// <summary>What a user's password is checked by; empty when there is none.</summary>
    public required byte[] User { get; init; }

    /// <summary>The key, encrypted with the owner's password.</summary>
    public required byte[] OwnerKey { get; init; }

    /// <summary>The key, encrypted with the user's password.</summary>
    public required byte[] UserKey { get; init; }

    public required CryptMethod Streams { get; init; }

    public required CryptMethod Strings { get; init; }

    public required CryptMethod EmbeddedFiles { get; init; }

    /// <summary>The methods by the names of crypt filters, for streams that name one.</summary>
    public required IReadOnlyDictionary<string, CryptMethod> Filters { get; init; }

    /// <summary>Whether its numbers fit each other, and its methods are known here.</summary>
    public bool IsKnown => IsStandard && Revision switch
    {
        2 => Version == 1,
        3 => Version is 1 or 2 or 3,
        4 => Version == 4,
        5 or 6 => Version == 5,
        _ => false,
    } && IsFit(Streams) && IsFit(Strings) && IsFit(EmbeddedFiles) && Owner.Length >= CheckLength && User.Length >= CheckLength
        && (Revision < 5 || (OwnerKey.Length >= 32 && UserKey.Length >= 32));

    /// <summary>In the field's words, such as AES-256 (revision 6).</summary>
    public string Name
    {
        get
        {
            var method = Streams != CryptMethod.Identity ? Streams : Strings != CryptMethod.Identity ? Strings : EmbeddedFiles;
            return method switch
            {
                CryptMethod.Rc4 => $"RC4 with {8 * KeyLength} bits (revision {Revision})",
                CryptMethod.Aes128 => $"AES-128 (revision {Revision})",
                CryptMethod.Aes256 => $"AES-256 (revision {Revision})",
                CryptMethod.Identity => "Identity",
                _ => "a method that is not known here",
            };
        }
    }

    /// <summary>Whether the key is one for the method.</summary>
    public bool IsFit(CryptMethod method) => method switch
    {
        CryptMethod.Identity => true,
        CryptMethod.Aes256 => Revision >= 5,
        CryptMethod.Rc4 or CryptMethod.Aes128 => Revision < 5,
        _ => false,
    };

    /// <summary>Whether another dictionary opens with the same passwords, and encrypts the same parts by the same methods.</summary>
    public bool SaysTheSame(EncryptionDictionary other) =>
        (IsStandard, Version, Revision, KeyLength, Permissions, EncryptsMetadata)
            == (other.IsStandard, other.Version, other.Revision, other.KeyLength, other.Permissions, other.EncryptsMetadata)
        && (Streams, Strings, EmbeddedFiles) == (other.Streams, other.Strings, other.EmbeddedFiles)
        && Owner.AsSpan().SequenceEqual(other.Owner) && User.AsSpan().SequenceEqual(other.User)
        && OwnerKey.AsSpan().SequenceEqual(other.OwnerKey) && UserKey.AsSpan().SequenceEqual(other.UserKey);

    private int CheckLength => Revision >= 5 ? 48 : ShortCheck;

    /// <param name="bytes">They begin with the dictionary.</param>
    /// <param name="objects">The objects that it may refer to, by their numbers.</param>
    public static EncryptionDictionary Read(ReadOnlySpan<byte> bytes, IReadOnlyDictionary<int, byte[]> objects)
    {
        var entries = new RawDictionary(bytes);
        var version = (int)Math.Clamp(entries.Integer("V"u8, 0), 0, 99);
        var filters = Filtered(entries["CF"u8], version == 5, objects, out var bits);
        var hasFilters = version is 4 or 5;
        var told = hasFilters && bits > 0 ? bits : entries.Integer("Length"u8, hasFilters ? 128 : 40);
        return new()
        {
            IsStandard = RawTokens.IsNameValue(entries["Filter"u8], "Standard"u8),
            Version = version,
            Revision = (int)Math.Clamp(entries.Integer("R"u8, 0), 0, 99),
            KeyLength = version switch { 1 => 5, 5 => 32, _ => KeyLengthOf(told) },
            Permissions = unchecked((int)entries.Integer("P"u8, 0)),
            EncryptsMetadata = !entries["EncryptMetadata"u8].SequenceEqual("false"u8),
            Owner = Whole(entries.String("O"u8)),
            User = Whole(entries.String("U"u8)),
            OwnerKey = entries.String("OE"u8),
            UserKey = entries.String("UE"u8),
            Streams = hasFilters ? MethodOf(entries["StmF"u8], filters) : CryptMethod.Rc4,
            Strings = hasFilters ? MethodOf(entries["StrF"u8], filters) : CryptMethod.Rc4,
            EmbeddedFiles = !hasFilters ? CryptMethod.Rc4
                : MethodOf(entries["EFF"u8] is { IsEmpty: false } own ? own : entries["StmF"u8], filters),
            Filters = filters,
        };
    }

    private static Dictionary<string, CryptMethod> Filtered(
        ReadOnlySpan<byte> filters, bool isVersion5, IReadOnlyDictionary<int, byte[]> objects, out long bits)
    {
        var methods = new Dictionary<string, CryptMethod>(StringComparer.Ordinal);
        bits = 0;
        foreach (var entry in new RawDictionary(Resolve(filters, objects)))
        {
            if (methods.Count == MaxFilters)
            {
                break;
            }

            var filter = new RawDictionary(Resolve(entry.Value, objects));
            methods[Encoding.Latin1.GetString(entry.Name)] = filter["CFM"u8] switch
            {
                [] => CryptMethod.Identity,
                var method when RawTokens.IsNameValue(method, "None"u8) => CryptMethod.Identity,

                // The key of this version fits one method, whatever some writers say.
                _ when isVersion5 => CryptMethod.Aes256,
                var method when RawTokens.IsNameValue(method, "AESV2"u8) => CryptMethod.Aes128,
                var method when RawTokens.IsNameValue(method, "V2"u8) => CryptMethod.Rc4,
                _ => CryptMethod.Unknown,
            };
            bits = Math.Max(bits, filter.Integer("Length"u8, 0));
        }

        return methods;
    }

    private static CryptMethod MethodOf(ReadOnlySpan<byte> name, Dictionary<string, CryptMethod> filters) =>
        name.IsEmpty || RawTokens.IsNameValue(name, "Identity"u8) ? CryptMethod.Identity
        : name[0] == '/' && filters.TryGetValue(Encoding.Latin1.GetString(name[1..]), out var method) ? method
        : CryptMethod.Unknown;

    private static ReadOnlySpan<byte> Resolve(ReadOnlySpan<byte> value, IReadOnlyDictionary<int, byte[]> objects) =>
        RawTokens.Reference(value) is > 0 and var number && objects.TryGetValue(number, out var bytes) ? bytes : value;

    // Some writers cut the zeros at its end.
    private static byte[] Whole(byte[] check) =>
        check.Length is 0 or >= ShortCheck ? check : [.. check, .. new byte[ShortCheck - check.Length]];

    // Writers disagree on whether a filter's length is in bits or in bytes.
    private static int KeyLengthOf(long told) => told switch
    {
        >= 40 => (int)Math.Min(told / 8, MaxKeyBytes),
        >= 5 and <= MaxKeyBytes => (int)told,
        _ => MaxKeyBytes,
    };
}
