namespace Journal.Features.Http;

internal static class BodyLines
{
    /// <summary>The lines of a body, without their line breaks; an empty line is none.</summary>
    public static IEnumerable<ReadOnlyMemory<byte>> Of(ReadOnlyMemory<byte> body)
    {
        for (var rest = body; !rest.IsEmpty;)
        {
            var end = rest.Span.IndexOf((byte)'\n');
            var line = (end < 0 ? rest : rest[..end]).TrimEnd((byte)'\r');
            rest = end < 0 ? default : rest[(end + 1)..];
            if (!line.IsEmpty)
            {
                yield return line;
            }
        }
    }
}
