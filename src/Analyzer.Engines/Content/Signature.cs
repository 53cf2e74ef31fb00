namespace Analyzer.Engines.Content;

/// <summary>The bytes that identify a type.</summary>
/// <param name="Pattern">One Latin-1 character per byte; <see cref="Any"/> matches every byte.</param>
/// <param name="MediaType">The type registered with IANA, or else the one in common use.</param>
/// <param name="Offset">Where the pattern begins in the file.</param>
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
