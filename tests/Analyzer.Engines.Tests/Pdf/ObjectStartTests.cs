using System.Text;
using Analyzer.Engines.Pdf.Objects;

namespace Analyzer.Engines.Tests.Pdf;

/// <summary>An object's beginning is found in parts of bytes as it is found byte by byte.</summary>
public sealed class ObjectStartTests
{
    private static readonly string[] Fragments =
    [
        "1", "12", "0", "99999999999", " ", "\r", "\n  ", "o", "ob", "obj", "obj ", " obj<", "bj", "j",
        "1 0 obj", "3 4 obj\n", "x", "(", "<", "+", "-", "\f", "\0", "1 +0 obj", "+7 0obj<", "\0-1",
    ];

    [Fact]
    public void Find_RandomBytesInRandomParts_FindsWhatReadingByteByByteFinds()
    {
        var random = new Random(15);
        var found = 0;
        for (var round = 0; round < 50_000; round++)
        {
            var bytes = Encoding.ASCII.GetBytes(string.Concat(random.GetItems(Fragments, random.Next(1, 12))));
            var expected = ByteByByte(bytes);
            InParts(bytes, random).ShouldBe(expected, Encoding.ASCII.GetString(bytes));
            found += expected.Place >= 0 ? 1 : 0;
        }

        found.ShouldBeInRange(5_000, 45_000);
    }

    private static (long Place, int Number, long Offset) ByteByByte(byte[] bytes)
    {
        var start = new ObjectStart();
        for (var at = 0; at < bytes.Length; at++)
        {
            if (start.Read(bytes[at], at))
            {
                return (at, start.Number, start.Offset);
            }
        }

        return (-1, 0, 0);
    }

    // Each buffer holds some parts, as a string has some between its escapes.
    private static (long Place, int Number, long Offset) InParts(byte[] bytes, Random random)
    {
        var start = new ObjectStart();
        for (int offset = 0, length; offset < bytes.Length; offset += length)
        {
            length = random.Next(1, bytes.Length - offset + 1);
            for (int from = 0, to; from < length; from = to)
            {
                to = random.Next(from + 1, length + 1);
                if (start.Find(bytes.AsSpan(offset, length), from, to, offset) is >= 0 and var place)
                {
                    return (offset + place, start.Number, start.Offset);
                }
            }
        }

        return (-1, 0, 0);
    }
}
