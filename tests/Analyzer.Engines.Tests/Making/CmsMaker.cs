using System.Formats.Asn1;
using System.Text;

namespace Analyzer.Engines.Tests.Making;

/// <summary>Messages as S/MIME signs them (RFC 5652, 5.1), with a content in one piece or in several, or with none.</summary>
internal static class CmsMaker
{
    public static byte[] Sign(string? content)
    {
        var writer = new AsnWriter(AsnEncodingRules.BER);
        var first = new Asn1Tag(TagClass.ContextSpecific, 0);
        using (writer.PushSequence())
        {
            writer.WriteObjectIdentifier("1.2.840.113549.1.7.2");
            using (writer.PushSequence(first))
            using (writer.PushSequence())
            {
                writer.WriteInteger(1);
                writer.PushSetOf().Dispose();
                using (writer.PushSequence())
                {
                    writer.WriteObjectIdentifier("1.2.840.113549.1.7.1");
                    if (content is not null)
                    {
                        using var explicitly = writer.PushSequence(first);
                        writer.WriteEncodedValue(OctetString(Encoding.ASCII.GetBytes(content)));
                    }
                }

                writer.PushSetOf().Dispose();
            }
        }

        return writer.Encode();
    }

    // A content of odd length is in pieces, and the whole has no length (X.690, 8.7.3).
    private static byte[] OctetString(byte[] content)
    {
        var writer = new AsnWriter(AsnEncodingRules.BER);
        foreach (var piece in content.Length % 2 == 0 ? [content] : content.Chunk(50))
        {
            writer.WriteOctetString(piece);
        }

        return content.Length % 2 == 0 ? writer.Encode() : [0x24, 0x80, .. writer.Encode(), 0, 0];
    }
}
