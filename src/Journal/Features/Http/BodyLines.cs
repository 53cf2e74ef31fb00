namespace Journal.Features.Http;

internal static class BodyLines
{
    /// <summary>The lines of a body, without line breaks; empty lines are skipped.</summary>
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
