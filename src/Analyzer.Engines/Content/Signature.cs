namespace Analyzer.Engines.Content;

/// <summary>Bytes by which a type is known.</summary>
/// <param name="Pattern">A character per byte, Latin-1; <see cref="Any"/> fits every byte.</param>
/// <param name="MediaType">As IANA has it registered, or else as it is commonly written.</param>
/// <param name="Offset">Where the pattern stands.</param>
internal sealed record Signature(string Pattern, string MediaType, int Offset = 0)
{
    public const char Any = '\uFFFF';

    public bool Fits(ReadOnlySpan<byte> start)
    {
        if (start.Length < Offset + Pattern.Length)
        {
            return false;
        }

        for (var i = 0; i < Pattern.Length; i++)
        {
            if (Pattern[i] != Any && Pattern[i] != start[Offset + i])
            {
                return false;
            }
        }

        return true;
    }
}
