using System.Text;
using Analyzer.Core;

namespace Analyzer.Engines.Tests.Pdf;

/// <summary>Makes files of everything that a PDF lexer can stumble over, in any order and with nothing between.</summary>
internal static class TokenSoup
{
    private static readonly byte[][] Pieces =
    [
        .. PdfKeywords.Names.SkipLast(1).Append("/Colors").Select(Encoding.ASCII.GetBytes),
        .. PdfKeywords.Names.Where(name => name[0] == '/').SkipLast(1).Append("/Colors").Select(HexCoded),
        .. "/|/|/|#|#|#4|#4a|#zz|##|JS|AA|J|obj|end|x| | |\n|\r\n|(|)|<<|>>|[|]|%".Split('|').Select(Encoding.ASCII.GetBytes),
        .. "26|27|16777216|16777217|7|000| R".Split('|').Select(Encoding.ASCII.GetBytes),
        [0xDF], [0x00], [0xFF, 0xD8], [0x80, 0x2F], [.. Enumerable.Repeat((byte)'w', 70)], [.. Enumerable.Repeat((byte)' ', 70)],
        "/Pages "u8.ToArray(), "/ObjStm/N 3"u8.ToArray(), "12 0 obj\n"u8.ToArray(), "trtrxrxr"u8.ToArray(),
    ];

    /// <param name="picks">Each byte chooses a piece.</param>
    public static byte[] Cook(IEnumerable<byte> picks) => [.. picks.SelectMany(pick => Pieces[pick % Pieces.Length])];

    // Every second letter: /J#61v#61...
    private static byte[] HexCoded(string name) => Encoding.ASCII.GetBytes(
        "/" + string.Concat(name[1..].Select((letter, i) => i % 2 == 1 ? $"#{(int)letter:x2}" : $"{letter}")));
}
