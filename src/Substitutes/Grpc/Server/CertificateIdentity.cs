using System.Security.Cryptography.X509Certificates;
using System.Text;
using Grpc.Core;

namespace Grpc.AspNetCore.Server;

/// <summary>The names in a client certificate, under the property names of gRPC's TLS security context.</summary>
internal static class CertificateIdentity
{
    private const string CommonName = "x509_common_name";
    private const string AlternativeName = "x509_subject_alternative_name";

    private static readonly AuthContext Anonymous = new(null, []);

    public static AuthContext Of(X509Certificate2? certificate)
    {
        if (certificate is null)
        {
            return Anonymous;
        }

        Dictionary<string, List<AuthProperty>> properties = new()
        {
            [CommonName] = [Property(CommonName, certificate.GetNameInfo(X509NameType.SimpleName, forIssuer: false))],
        };
        List<AuthProperty> alternatives =
        [
            .. certificate.Extensions.OfType<X509SubjectAlternativeNameExtension>()
                .SelectMany(extension => extension.EnumerateDnsNames())
                .Select(name => Property(AlternativeName, name)),
        ];
        if (alternatives.Count > 0)
        {
            properties[AlternativeName] = alternatives;
        }

        return new AuthContext(alternatives.Count > 0 ? AlternativeName : CommonName, properties);
    }

    private static AuthProperty Property(string name, string value) => AuthProperty.Create(name, Encoding.UTF8.GetBytes(value));
}
