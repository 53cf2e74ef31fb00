using System.Buffers;
using System.Text;

namespace Journal.Features.Tcp;

/// <summary>
/// The first line of an HTTP request (RFC 9112, section 3). A browser can be made to send one, with anything behind it, to any port of its
/// machine.
/// </summary>
internal static class HttpRequestLine
{
    private const int VersionLength = 9;

    /// <summary>The methods that a browser sends for a page; RFC 9110, section 9, and RFC 5789.</summary>
    private static readonly byte[][] Beginnings =
    [
        .. ((string[])["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"])
            .Select(method => Encoding.ASCII.GetBytes($"{method} /")),
    ];

    /// <param name="line">The line, without its line break.</param>
    /// <param name="isCut">Whether the line is incomplete: then the version may be missing, and the method decides.</param>
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
