using System.Buffers;
using System.Text;

namespace Journal.Features.Tcp;

/// <summary>
/// The first line of a request of HTTP (RFC 9112, section 3). A browser sends one, and whatever else its page likes behind it, to any port
/// of the machine that it runs on.
/// </summary>
internal static class HttpRequestLine
{
    private const int VersionLength = 9;

    /// <summary>With the methods that a browser sends for a page; RFC 9110, section 9, and RFC 5789.</summary>
    private static readonly byte[][] Beginnings =
    [
        .. ((string[])["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"])
            .Select(method => Encoding.ASCII.GetBytes($"{method} /")),
    ];

    /// <param name="line">Without its end.</param>
    /// <param name="isCut">Whether more of the line follows: its version may be there, and the method has to do.</param>
    public static bool Is(ReadOnlySequence<byte> line, bool isCut) =>
        Beginnings.Any(known => new SequenceReader<byte>(line).IsNext(known)) && (isCut || EndsWithVersion(line));

    private static bool EndsWithVersion(ReadOnlySequence<byte> line)
    {
        if (line.Length < VersionLength)
        {
            return false;
        }

        Span<byte> end = stackalloc byte[VersionLength];
        line.Slice(line.Length - VersionLength).CopyTo(end);
        return end.StartsWith(" HTTP/"u8) && char.IsAsciiDigit((char)end[6]) && end[7] == '.' && char.IsAsciiDigit((char)end[8]);
    }
}
