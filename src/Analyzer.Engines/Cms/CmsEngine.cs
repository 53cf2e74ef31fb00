using System.Formats.Asn1;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Cms;

/// <summary>
/// Opens what is signed, and knows what is encrypted, in the syntax of S/MIME (CMS, RFC 5652; <c>.p7m</c>, <c>.p7s</c>, <c>.p7c</c>), and
/// knows certificates.
/// Signatures are not checked: who signed a file does not change what the file does.
/// </summary>
internal sealed class CmsEngine : KeepingEngine
{
    private const int LongestHead = 16;
    private const string Signed = "1.2.840.113549.1.7.2";
    private const string Compressed = "1.2.840.113549.1.9.16.1.9";

    /// <summary>Enveloped, signed and enveloped, encrypted, authenticated and enveloped.</summary>
    private static readonly string[] Encrypted =
        ["1.2.840.113549.1.7.3", "1.2.840.113549.1.7.4", "1.2.840.113549.1.7.6", "1.2.840.113549.1.9.16.1.23"];

    private static readonly byte[] Pkcs = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01];

    private static readonly Asn1Tag Content = new(TagClass.ContextSpecific, 0);

    public override IReadOnlyList<EngineRule> Rules => [];

    // A sequence that begins with an identifier below 1.2.840.113549.1, where PKCS #7 and #9 are.
    protected override bool IsMine(ReadOnlySpan<byte> prefix) =>
        IsCertificate(prefix) || (prefix is [0x30, ..] && prefix[..Math.Min(prefix.Length, LongestHead)].IndexOf(Pkcs) >= 0);

    // A sequence of a sequence that says its version, or begins with a number (RFC 5280, 4.1).
    private static bool IsCertificate(ReadOnlySpan<byte> prefix) =>
        prefix is [0x30, 0x82, _, _, 0x30, 0x82, _, _, 0xA0, 3, 2, 1, <= 2, 2, ..] or [0x30, 0x82, _, _, 0x30, 0x82, _, _, 2, <= 20, ..];

    protected override Assessment Judge()
    {
        var mediaType = "application/pkcs7-mime";
        try
        {
            AsnDecoder.ReadSequence(Kept, AsnEncodingRules.BER, out _, out _, out var length);
            if (IsCertificate(Kept))
            {
                Open(Kept[length..], length);
                return Evidence.Assess("application/pkix-cert");
            }

            var message = new AsnReader(KeptMemory[..length], AsnEncodingRules.BER).ReadSequence();
            var type = message.ReadObjectIdentifier();
            if (type == Signed)
            {
                mediaType = OpenSigned(message.ReadSequence(Content).ReadSequence()) ? mediaType : "application/pkcs7-signature";
            }
            else
            {
                Evidence.Miss(Encrypted.Contains(type) ? Gap.NeedsPassword : type == Compressed ? Gap.UnknownCompression : Gap.UnknownType);
            }

            Open(Kept[length..], length);
        }
        catch (AsnContentException)
        {
            Evidence.Miss(Gap.Broken);
        }

        return Evidence.Assess(mediaType);
    }

    /// <returns>Whether the signature carries what it signs.</returns>
    private bool OpenSigned(AsnReader signed)
    {
        signed.ReadInteger();
        signed.ReadSetOf();
        var inside = signed.ReadSequence();
        inside.ReadObjectIdentifier();
        if (!inside.HasData)
        {
            return false;
        }

        // In version 1.5 of PKCS #7 it may be of any type.
        var content = inside.ReadSequence(Content);
        if (!content.PeekTag().HasSameClassAndValue(Asn1Tag.PrimitiveOctetString))
        {
            Open(content.ReadEncodedValue().Span, 0);
        }
        else if (content.TryReadPrimitiveOctetString(out var bytes))
        {
            Open(bytes.Span, Kept.Overlaps(bytes.Span, out var offset) ? offset : 0);
        }
        else
        {
            Open(content.ReadOctetString(), 0);
        }

        return true;
    }

    private void Open(ReadOnlySpan<byte> bytes, long offset)
    {
        if (!bytes.IsEmpty)
        {
            Parts.Open(null, offset).WriteAll(bytes);
        }
    }
}
