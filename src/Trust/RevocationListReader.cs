using System.Formats.Asn1;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;

namespace Trust;

/// <summary>Reads revocation lists (RFC 5280, section 5.1).</summary>
internal static class RevocationListReader
{
    private const string Label = "X509 CRL";
    private const string DeltaIndicator = "2.5.29.27";
    private const string DistributionPoint = "2.5.29.28";
    private const string AuthorityKey = "2.5.29.35"; // says no more than the signature

    private static readonly Asn1Tag ExtensionsTag = new(TagClass.ContextSpecific, 0, isConstructed: true);

    /// <exception cref="InvalidDataException">It holds none, or one that cannot be used.</exception>
    public static IReadOnlyList<RevocationList> Read(byte[] content)
    {
        const string Nothing = "holds no revocation list in PEM or DER form";
        try
        {
            List<RevocationList> lists = content is [0x30, ..] ? [ReadOne(content)] : [.. Pem(content).Select(ReadOne)];
            return lists.Count > 0 ? lists : throw new InvalidDataException(Nothing);
        }
        catch (Exception malformed) when (malformed is AsnContentException or CryptographicException or FormatException)
        {
            throw new InvalidDataException($"{Nothing}: {malformed.Message}", malformed);
        }
    }

    private static List<byte[]> Pem(byte[] content)
    {
        var found = new List<byte[]>();
        var text = Encoding.Latin1.GetString(content).AsSpan();
        while (PemEncoding.TryFind(text, out var fields))
        {
            if (text[fields.Label] is Label)
            {
                found.Add(Convert.FromBase64String(text[fields.Base64Data].ToString()));
            }

            text = text[fields.Location.End..];
        }

        return found;
    }

    private static RevocationList ReadOne(byte[] der)
    {
        var file = new AsnReader(der, AsnEncodingRules.BER);
        var outer = file.ReadSequence();
        file.ThrowIfNotEmpty();
        var signed = outer.ReadEncodedValue();
        var algorithm = outer.ReadEncodedValue();
        var signature = new RevocationSignature(algorithm, signed, outer.ReadBitString(out _));
        signature.Require();
        var list = new AsnReader(signed, AsnEncodingRules.BER).ReadSequence();
        if (list.PeekTag().TagClass == TagClass.ContextSpecific)
        {
            throw new InvalidDataException("is a certificate, and no revocation list");
        }

        if (list.PeekTag() == Asn1Tag.Integer && (!list.TryReadInt32(out var version) || version != 1))
        {
            throw new InvalidDataException("is of a version that is not known here");
        }

        if (!list.ReadEncodedValue().Span.SequenceEqual(algorithm.Span))
        {
            throw new InvalidDataException("names two algorithms for one signature");
        }

        var issuer = new X500DistinguishedName(list.ReadEncodedValue().Span);
        var thisUpdate = Time(list);
        DateTimeOffset? nextUpdate = list.HasData && IsTime(list.PeekTag()) ? Time(list) : null;
        var serials = list.HasData && list.PeekTag() == Asn1Tag.Sequence ? Serials(list.ReadSequence()) : [];
        var scope = list.HasData ? ScopeOf(list.ReadSequence(ExtensionsTag).ReadSequence()) : RevocationScope.All;
        return new(signature, scope, serials) { Issuer = issuer, ThisUpdate = thisUpdate, NextUpdate = nextUpdate };
    }

    private static HashSet<string> Serials(AsnReader entries)
    {
        var serials = new HashSet<string>();
        while (entries.HasData)
        {
            var entry = entries.ReadSequence();
            serials.Add(ChainLink.SerialOf(entry.ReadIntegerBytes().Span));
            Time(entry);
            if (entry.HasData)
            {
                Extensions(entry.ReadSequence(), (_, _) => false);
            }
        }

        return serials;
    }

    private static RevocationScope ScopeOf(AsnReader extensions)
    {
        var scope = RevocationScope.All;
        Extensions(extensions, (name, value) =>
        {
            if (name == DeltaIndicator)
            {
                throw new InvalidDataException("is a delta list, which says nothing alone. Name the authority's complete list");
            }

            if (name == DistributionPoint)
            {
                scope = RevocationScope.Read(value);
            }

            return name is DistributionPoint or AuthorityKey;
        });
        return scope;
    }

    /// <param name="extensions">The extensions of a list or of an entry.</param>
    /// <param name="isKnown">Takes name and value; whether it understands them.</param>
    /// <exception cref="InvalidDataException">One that nobody may ignore is not known.</exception>
    private static void Extensions(AsnReader extensions, Func<string, ReadOnlyMemory<byte>, bool> isKnown)
    {
        while (extensions.HasData)
        {
            var extension = extensions.ReadSequence();
            var name = extension.ReadObjectIdentifier();
            var isCritical = extension.PeekTag() == Asn1Tag.Boolean && extension.ReadBoolean();
            if (!isKnown(name, extension.ReadOctetString()) && isCritical)
            {
                throw new InvalidDataException($"has a critical extension that is not known here ({name})");
            }
        }
    }

    private static bool IsTime(Asn1Tag tag) => tag == Asn1Tag.UtcTime || tag == Asn1Tag.GeneralizedTime;

    private static DateTimeOffset Time(AsnReader reader) =>
        reader.PeekTag() == Asn1Tag.UtcTime ? reader.ReadUtcTime() : reader.ReadGeneralizedTime();
}
