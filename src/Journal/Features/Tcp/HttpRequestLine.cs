using System.Buffers;

namespace Journal.Features.Tcp;

/// <summary>
/// The first line of a request of HTTP (RFC 9112, section 3). A browser sends one, and whatever else its page likes behind it, to any port
/// of the machine that it runs on.
/// </summary>
internal static class HttpRequestLine
{
    private const int VersionLength = 9;

    /// <param name="line">Without its end.</param>
    /// <param name="isCut">Whether more of the line follows: its version may be there.</param>
    public static bool Is(ReadOnlySequence<byte> line, bool isCut)
    {
        var reader = new SequenceReader<byte>(line);
        return reader.AdvancePastAny("ABCDEFGHIJKLMNOPQRSTUVWXYZ"u8) > 0
            && reader.IsNext(" /"u8, advancePast: true)
            && (isCut || EndsWithVersion(reader.UnreadSequence));
    }

    private static bool EndsWithVersion(ReadOnlySequence<byte> rest)
    {
        if (rest.Length < VersionLength)
        {
            return false;
        }

        Span<byte> end = stackalloc byte[VersionLength];
        rest.Slice(rest.Length - VersionLength).CopyTo(end);
        return end.StartsWith(" HTTP/"u8) && char.IsAsciiDigit((char)end[6]) && end[7] == '.' && char.IsAsciiDigit((char)end[8]);
    }
}
