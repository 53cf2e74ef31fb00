using System.Formats.Asn1;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Trust;

/// <summary>An authority's signature over a list.</summary>
/// <param name="Algorithm">The encoded algorithm with its parameters.</param>
internal sealed record RevocationSignature(ReadOnlyMemory<byte> Algorithm, ReadOnlyMemory<byte> Signed, byte[] Signature)
{
    private const string Pss = "1.2.840.113549.1.1.10"; // id-RSASSA-PSS, RFC 4055

    /// <summary>RFC 8017 and RFC 5758; no SHA-1.</summary>
    private static readonly Dictionary<string, (HashAlgorithmName Hash, bool IsRsa)> Known = new()
    {
        ["1.2.840.113549.1.1.11"] = (HashAlgorithmName.SHA256, true),
        ["1.2.840.113549.1.1.12"] = (HashAlgorithmName.SHA384, true),
        ["1.2.840.113549.1.1.13"] = (HashAlgorithmName.SHA512, true),
        ["1.2.840.10045.4.3.2"] = (HashAlgorithmName.SHA256, false),
        ["1.2.840.10045.4.3.3"] = (HashAlgorithmName.SHA384, false),
        ["1.2.840.10045.4.3.4"] = (HashAlgorithmName.SHA512, false),
    };

    private static readonly Dictionary<string, HashAlgorithmName> Hashes = new()
    {
        ["2.16.840.1.101.3.4.2.1"] = HashAlgorithmName.SHA256,
        ["2.16.840.1.101.3.4.2.2"] = HashAlgorithmName.SHA384,
        ["2.16.840.1.101.3.4.2.3"] = HashAlgorithmName.SHA512,
    };

    /// <exception cref="InvalidDataException">It cannot be checked.</exception>
    public void Require()
    {
        var algorithm = new AsnReader(Algorithm, AsnEncodingRules.BER).ReadSequence();
        var name = algorithm.ReadObjectIdentifier();
        if (!Known.ContainsKey(name) && (name != Pss || PssHash(algorithm) is null))
        {
            throw new InvalidDataException(
                $"has a signature that cannot be checked ({new Oid(name).FriendlyName ?? name}). Have it signed by RSA or ECDSA with "
                + "SHA-256, SHA-384 or SHA-512");
        }
    }

    /// <summary>Whether the authority has made it, and may (RFC 5280, section 4.2.1.3).</summary>
    public bool IsOf(X509Certificate2 authority)
    {
        if (authority.Extensions.OfType<X509KeyUsageExtension>().Any(usage => !usage.KeyUsages.HasFlag(X509KeyUsageFlags.CrlSign)))
        {
            return false;
        }

        try
        {
            var algorithm = new AsnReader(Algorithm, AsnEncodingRules.BER).ReadSequence();
            var name = algorithm.ReadObjectIdentifier();
            using var rsa = authority.GetRSAPublicKey();
            using var ecdsa = authority.GetECDsaPublicKey();
            return name == Pss && PssHash(algorithm) is { } hash
                ? rsa?.VerifyData(Signed.Span, Signature, hash, RSASignaturePadding.Pss) == true
                : Known.TryGetValue(name, out var known) && (known.IsRsa
                    ? rsa?.VerifyData(Signed.Span, Signature, known.Hash, RSASignaturePadding.Pkcs1) == true
                    : ecdsa?.VerifyData(Signed.Span, Signature, known.Hash, DSASignatureFormat.Rfc3279DerSequence) == true);
        }
        catch (CryptographicException)
        {
            return false; // a key of another form
        }
    }

    /// <returns>Null for another one than the three known; SHA-1 is the default of the format.</returns>
    private static HashAlgorithmName? PssHash(AsnReader parameters)
    {
        var tag = new Asn1Tag(TagClass.ContextSpecific, 0, isConstructed: true);
        var fields = parameters.HasData ? parameters.ReadSequence() : null;
        return fields is { HasData: true } && fields.PeekTag().HasSameClassAndValue(tag)
            && Hashes.TryGetValue(fields.ReadSequence(tag).ReadSequence().ReadObjectIdentifier(), out var hash)
            ? hash : null;
    }
}
