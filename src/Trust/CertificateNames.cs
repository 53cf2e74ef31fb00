using System.Formats.Asn1;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Trust;

/// <summary>
/// The names of a certificate's owner, each with its kind: <c>URI=spiffe://example.org/gateway</c> and <c>DNS=gateway.example.org</c> among
/// the alternative names (RFC 5280, section 4.2.1.6), and <c>CN=gateway</c> in the subject.
/// </summary>
public sealed class CertificateNames
{
    private const string Uri = "URI=";
    private const string Dns = "DNS=";
    private const string Common = "CN=";
    private const string CommonNameType = "2.5.4.3"; // id-at-commonName
    private const string AlternativeNames = "2.5.29.17"; // id-ce-subjectAltName
    private const string AlternativeNamesAsWell = "2.5.29.7"; // its old form

    private static readonly Asn1Tag DnsTag = new(TagClass.ContextSpecific, 2);
    private static readonly Asn1Tag UriTag = new(TagClass.ContextSpecific, 6);

    private CertificateNames(IReadOnlyList<string> all, string? problem) => (All, Problem) = (all, problem);

    public static CertificateNames Nobody { get; } = new([], "has no common name, DNS name or URI");

    /// <summary>
    /// Names of the certificate, the most specific kind first: URI, DNS, common name. In the form that <see cref="Normal"/> has.
    /// </summary>
    public IReadOnlyList<string> All { get; }

    /// <summary>Why it is not clear whose certificate it is, as a sentence; null if it is.</summary>
    public string? Problem { get; }

    /// <summary>
    /// One name for people and records: the common name as it is written, or the first of the others with its kind, or the whole subject.
    /// </summary>
    public string ForRecords { get; private init; } = "";

    public static CertificateNames Of(X509Certificate2 certificate)
    {
        try
        {
            var common = CommonNames(certificate.SubjectName.RawData);
            if (common.Count > 1)
            {
                return new([], "has a subject with several common names");
            }

            var own = common.Find(name => name.Length > 0);
            List<string> names = own is null ? Alternative(certificate) : [.. Alternative(certificate), Common + own];

            // A common name that looks like another kind keeps its own kind before it.
            var one = own is null ? names.FirstOrDefault(certificate.Subject) : Kind(own) is null ? own : Common + own;
            return one.Length == 0 ? Nobody : new([.. names.Select(Normal)], null) { ForRecords = one };
        }
        catch (Exception malformed) when (malformed is AsnContentException or CryptographicException)
        {
            return new([], "has malformed names");
        }
    }

    /// <summary>
    /// The form in which names can be compared: capitals count in a URI only. A name without a kind is a common name; a colon after the
    /// kind, as OpenSSL writes it, is as good as the equals sign.
    /// </summary>
    public static string Normal(string name) => Kind(name) switch
    {
        null => Common + name.ToUpperInvariant(),
        Uri => Uri + name[Uri.Length..],
        var kind => kind + name[kind.Length..].ToUpperInvariant(),
    };

    /// <summary>Whether a text is a kind alone, such as <c>URI</c>.</summary>
    public static bool IsKind(string text) => Kind($"{text}=") is { } kind && kind.Length == text.Length + 1;

    private static string? Kind(string name) => Array.Find(
        [Uri, Dns, Common],
        kind => name.StartsWith(kind, StringComparison.OrdinalIgnoreCase)
            || name.StartsWith($"{kind[..^1]}:", StringComparison.OrdinalIgnoreCase));

    private static List<string> CommonNames(byte[] subject)
    {
        var names = new List<string>();
        var parts = new AsnReader(subject, AsnEncodingRules.BER).ReadSequence();
        while (parts.HasData)
        {
            var values = parts.ReadSetOf(skipSortOrderValidation: true);
            while (values.HasData)
            {
                var value = values.ReadSequence();
                if (value.ReadObjectIdentifier() == CommonNameType)
                {
                    names.Add(Text(value));
                }
            }
        }

        return names;
    }

    private static string Text(AsnReader value) => (UniversalTagNumber)value.PeekTag().TagValue switch
    {
        var kind and (UniversalTagNumber.UTF8String or UniversalTagNumber.PrintableString or UniversalTagNumber.IA5String
            or UniversalTagNumber.T61String or UniversalTagNumber.BMPString) => value.ReadCharacterString(kind),
        _ => throw new AsnContentException("A common name has to be a text."),
    };

    private static List<string> Alternative(X509Certificate2 certificate)
    {
        var (uris, hosts) = (new List<string>(), new List<string>());
        foreach (var extension in certificate.Extensions)
        {
            if (extension.Oid?.Value is not (AlternativeNames or AlternativeNamesAsWell))
            {
                continue;
            }

            var names = new AsnReader(extension.RawData, AsnEncodingRules.BER).ReadSequence();
            while (names.HasData)
            {
                var tag = names.PeekTag();
                if (tag.HasSameClassAndValue(UriTag))
                {
                    uris.Add(Uri + names.ReadCharacterString(UniversalTagNumber.IA5String, UriTag));
                }
                else if (tag.HasSameClassAndValue(DnsTag))
                {
                    hosts.Add(Dns + names.ReadCharacterString(UniversalTagNumber.IA5String, DnsTag));
                }
                else
                {
                    names.ReadEncodedValue();
                }
            }
        }

        return [.. uris, .. hosts];
    }
}
