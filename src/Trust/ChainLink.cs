using System.Formats.Asn1;
using System.Security.Cryptography.X509Certificates;

namespace Trust;

/// <summary>The question to a revocation list about one certificate of a chain.</summary>
/// <param name="Subject">For people.</param>
/// <param name="Serial">In hexadecimal digits, without leading zeros.</param>
/// <param name="IsAuthority">Whether it may sign certificates.</param>
/// <param name="Points">Where it says that its lists are, each as it is encoded.</param>
/// <param name="Issuer">The authority that has signed it.</param>
public sealed record ChainLink(
    string Subject, string Serial, bool IsAuthority, IReadOnlyList<string> Points, X509Certificate2 Issuer)
{
    private const int MaxSubject = 200;
    private const string DistributionPoints = "2.5.29.31"; // id-ce-cRLDistributionPoints

    internal static ChainLink Of(X509Certificate2 certificate, X509Certificate2 issuer) => new(
        SubjectOf(certificate),
        SerialOf(certificate.SerialNumberBytes.Span),
        certificate.Extensions.OfType<X509BasicConstraintsExtension>().Any(constraints => constraints.CertificateAuthority),
        PointsOf(certificate),
        issuer);

    /// <summary>For messages: whoever made the certificate has chosen its length.</summary>
    internal static string SubjectOf(X509Certificate2 certificate) =>
        certificate.Subject is { Length: > MaxSubject } subject ? $"{subject[..MaxSubject]}…" : certificate.Subject;

    internal static string SerialOf(ReadOnlySpan<byte> number) => Convert.ToHexString(number.TrimStart((byte)0));

    /// <returns>Nothing from an extension that is malformed: then only lists without a scope of their own count.</returns>
    private static List<string> PointsOf(X509Certificate2 certificate)
    {
        var points = new List<string>();
        if (certificate.Extensions.FirstOrDefault(extension => extension.Oid?.Value == DistributionPoints) is not { } found)
        {
            return points;
        }

        try
        {
            var all = new AsnReader(found.RawData, AsnEncodingRules.BER).ReadSequence();
            while (all.HasData)
            {
                var point = all.ReadSequence();
                if (point.HasData && point.PeekTag().HasSameClassAndValue(RevocationScope.Name))
                {
                    points.AddRange(RevocationScope.NamesOf(point.ReadSequence(RevocationScope.Name)) ?? []);
                }
            }

            return points;
        }
        catch (AsnContentException)
        {
            return [];
        }
    }
}
