using System.Security.Cryptography;
using System.Security.Cryptography.Pkcs;
using System.Security.Cryptography.X509Certificates;
using Trust;

namespace Journal.Features.Anchors;

/// <summary>Says whether a time stamp (RFC 3161) is of some bytes, and by a trusted authority.</summary>
internal sealed class TimeStampCheck(Authorities authorities)
{
    /// <summary>A status that says that a stamp was granted, with or without changes (RFC 3161, section 2.4.2).</summary>
    private const int GrantedWithChanges = 1;

    /// <param name="answer">The authority's answer, as it came.</param>
    /// <param name="request">The request that it answers; null for an answer that was kept.</param>
    /// <param name="content">The stamped bytes.</param>
    /// <returns>When they were stamped, and by whom.</returns>
    /// <exception cref="InvalidDataException">The answer proves nothing; the message says why, as a sentence.</exception>
    public (DateTimeOffset Time, string Authority) Check(byte[] answer, Rfc3161TimestampRequest? request, byte[] content)
    {
        var token = TokenOf(answer, request, content);
        if (!token.VerifySignatureForData(content, out var signer, null) || signer is null)
        {
            throw new InvalidDataException(
                token.TokenInfo.GetMessageHash().Span.SequenceEqual(SHA256.HashData(content))
                    ? "The time stamp is not signed by a certificate for time stamps that it holds."
                    : "The time stamp is for other content: its hash is not that of this checkpoint.");
        }

        var sent = token.AsSignedCms().Certificates;
        using var chain = new X509Chain
        {
            ChainPolicy = ChainPolicies.Of(authorities, CertificateUse.Stamping, token.TokenInfo.Timestamp, sent),
        };
        return chain.Build(signer)
            ? (token.TokenInfo.Timestamp, signer.GetNameInfo(X509NameType.SimpleName, forIssuer: false))
            : throw new InvalidDataException(Untrusted(signer, chain, token.TokenInfo.Timestamp));
    }

    /// <summary>A certificate that has only expired needs another answer than one of a stranger.</summary>
    private static string Untrusted(X509Certificate2 signer, X509Chain chain, DateTimeOffset time)
    {
        const X509ChainStatusFlags NotInTime = X509ChainStatusFlags.NotTimeValid;
        return chain.ChainStatus.All(status => status.Status == NotInTime)
            && chain.ChainElements.FirstOrDefault(element => element.ChainElementStatus.Any(status => status.Status == NotInTime))
                is { Certificate: var certificate }
            ? Expired(certificate, time)
            : $"The time stamp is signed by {signer.Subject}, which no trusted authority vouches for "
                + $"({string.Join(", ", chain.ChainStatus.Select(status => status.Status).Distinct())}): name its authority's .pem file in "
                + "Journal:TimeStampAuthorities.";
    }

    private static string Expired(X509Certificate2 certificate, DateTimeOffset time) =>
        $"The time stamp is of {time.UtcDateTime:yyyy-MM-dd HH:mm:ss}Z, and the certificate of {certificate.Subject} is valid from "
        + $"{certificate.NotBefore.ToUniversalTime():yyyy-MM-dd} to {certificate.NotAfter.ToUniversalTime():yyyy-MM-dd} only: the "
        + "authority needs a new one.";

    /// <summary>.NET takes a token whose certificate was not valid at its time for none.</summary>
    private static string Undecodable(ReadOnlyMemory<byte> token)
    {
        try
        {
            var signed = new SignedCms();
            signed.Decode(token.Span);
            return signed.SignerInfos is [{ Certificate: { } signer }]
                && Rfc3161TimestampTokenInfo.TryDecode(signed.ContentInfo.Content, out var info, out _)
                && (info.Timestamp.LocalDateTime < signer.NotBefore || info.Timestamp.LocalDateTime > signer.NotAfter)
                ? Expired(signer, info.Timestamp)
                : "The answer holds no time stamp.";
        }
        catch (CryptographicException)
        {
            return "The answer holds no time stamp.";
        }
    }

    private static Rfc3161TimestampToken TokenOf(byte[] answer, Rfc3161TimestampRequest? request, byte[] content)
    {
        try
        {
            if (request is not null)
            {
                return request.ProcessResponse(answer, out _);
            }

            // A kept answer: its nonce is forgotten, everything else counts.
            var response = new System.Formats.Asn1.AsnReader(answer, System.Formats.Asn1.AsnEncodingRules.BER).ReadSequence();
            var status = response.ReadSequence();
            return status.TryReadInt32(out var granted) && granted is >= 0 and <= GrantedWithChanges && response.HasData
                && Rfc3161TimestampToken.TryDecode(response.ReadEncodedValue(), out var token, out _)
                    ? token
                    : throw new InvalidDataException("The answer holds no time stamp.");
        }
        catch (System.Formats.Asn1.AsnContentException exception)
        {
            throw new InvalidDataException("The answer is no answer of a time stamp authority.", exception);
        }
        catch (CryptographicException exception)
        {
            throw new InvalidDataException(Reason(answer, content), exception);
        }
    }

    /// <summary>Why the answer does not fit the request, in words.</summary>
    private static string Reason(byte[] answer, byte[] stamped)
    {
        try
        {
            var response = new System.Formats.Asn1.AsnReader(answer, System.Formats.Asn1.AsnEncodingRules.BER).ReadSequence();
            var status = response.ReadSequence();
            if (!status.TryReadInt32(out var granted) || granted > GrantedWithChanges || !response.HasData)
            {
                return $"The authority grants no time stamp: its status is {granted} (RFC 3161, section 2.4.2).";
            }

            var content = response.ReadEncodedValue();
            return !Rfc3161TimestampToken.TryDecode(content, out var token, out _) ? Undecodable(content)
                : token.TokenInfo.GetMessageHash().Span.SequenceEqual(SHA256.HashData(stamped))
                    ? "The time stamp answers another request: it may be a repeated one."
                    : "The time stamp is for other content: its hash is not that of this checkpoint.";
        }
        catch (System.Formats.Asn1.AsnContentException)
        {
            return "The answer is no answer of a time stamp authority.";
        }
    }
}
