using System.Buffers.Binary;
using System.Text;

namespace Prober.Engine.Networking.Naming;

/// <summary>A question as bytes.</summary>
internal static class DnsQuery
{
    public const int HeadLength = 12;
    private const ushort RecursionDesired = 0x0100;

    /// <param name="question">A question with a valid name.</param>
    public static byte[] Write(ushort id, DnsQuestion question)
    {
        string[] labels = question.Name.Length > 0 ? question.Name.Split('.') : []; // none: the root
        var bytes = new byte[HeadLength + labels.Sum(label => 1 + label.Length) + 1 + 4];
        BinaryPrimitives.WriteUInt16BigEndian(bytes, id);
        BinaryPrimitives.WriteUInt16BigEndian(bytes.AsSpan(2), question.AsksOthers ? RecursionDesired : (ushort)0);
        BinaryPrimitives.WriteUInt16BigEndian(bytes.AsSpan(4), 1); // one question, and nothing else
        var at = HeadLength;
        foreach (var label in labels)
        {
            bytes[at] = (byte)label.Length;
            at += 1 + Encoding.ASCII.GetBytes(label, bytes.AsSpan(at + 1));
        }

        BinaryPrimitives.WriteUInt16BigEndian(bytes.AsSpan(at + 1), (ushort)question.Type);
        BinaryPrimitives.WriteUInt16BigEndian(bytes.AsSpan(at + 3), question.Class);
        return bytes;
    }
}
