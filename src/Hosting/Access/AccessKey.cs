using System.Buffers.Text;
using System.Security.Cryptography;
using System.Text.Json.Serialization;

namespace Hosting.Access;

/// <summary>A client's key as it is stored: everything except its secret.</summary>
/// <param name="Id">The first part of the key, by which it is found.</param>
/// <param name="Name">The client's, for people.</param>
/// <param name="Scopes">The names of scopes that <see cref="ScopeNames"/> has.</param>
/// <param name="Sha256">The hash of the second part, in hex digits. Its 32 bytes are random, so that no slow hash is needed.</param>
/// <param name="Expires">Null for never.</param>
/// <param name="Revoked">When it was revoked; null if it was not.</param>
internal sealed record AccessKey(
    string Id,
    string Name,
    IReadOnlyList<string> Scopes,
    string Sha256,
    DateTimeOffset Created,
    DateTimeOffset? Expires,
    DateTimeOffset? Revoked)
{
    public const char Separator = '.';
    public const int IdBytes = 9;
    public const int SecretBytes = 32;

    /// <summary>Characters of a whole key.</summary>
    public const int Length = (IdBytes * 4 / 3) + 1 + 43;

    /// <param name="secret">The whole key; it is shown once and stored nowhere.</param>
    public static AccessKey Create(string name, Scopes scopes, DateTimeOffset now, DateTimeOffset? expires, out string secret)
    {
        Span<byte> bytes = stackalloc byte[SecretBytes];
        RandomNumberGenerator.Fill(bytes);
        var id = Base64Url.EncodeToString(RandomNumberGenerator.GetBytes(IdBytes));
        secret = $"{id}{Separator}{Base64Url.EncodeToString(bytes)}";
        return new(id, name, ScopeNames.Of(scopes), Convert.ToHexStringLower(SHA256.HashData(bytes)), now, expires, Revoked: null);
    }
}

/// <summary>The content of a key file.</summary>
internal sealed record AccessKeys(IReadOnlyList<AccessKey> Keys);

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, WriteIndented = true, RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(AccessKeys))]
internal sealed partial class AccessJson : JsonSerializerContext;
