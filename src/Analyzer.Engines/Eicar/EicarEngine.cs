using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Eicar;

/// <summary>Knows the file by which everybody tests a scanner (eicar.org, "Anti-Malware Testfile").</summary>
internal sealed class EicarEngine : StreamingEngine
{
    /// <summary>The 68 characters may be followed by white space, up to so many bytes in all.</summary>
    private const int MaxLength = 128;

    private static readonly EngineRule Rule =
        new("eicar.test-file", VerdictLimits.MaliciousFrom, "It is the EICAR test file, which every scanner calls malicious.", "eicar.org",
            5);

    public override IReadOnlyList<EngineRule> Rules => [Rule];

    // In two pieces: this source is no test file.
    private static ReadOnlySpan<byte> First => @"X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR-"u8;

    private static ReadOnlySpan<byte> Second => "STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"u8;

    public override Assessment Complete(ReadOnlySpan<byte> prefix)
    {
        Evidence.Find(Rule);
        return Evidence.Assess("text/plain");
    }

    // A reader of PDF takes what stands before the header for nothing, and so it hides nothing.
    protected override bool IsMine(ReadOnlySpan<byte> prefix)
    {
        if (!prefix.StartsWith(First) || !prefix[First.Length..].StartsWith(Second))
        {
            return false;
        }

        var behind = prefix[(First.Length + Second.Length)..];
        return (prefix.Length <= MaxLength && behind.IndexOfAnyExcept(" \t\r\n\u001A"u8) < 0)
            || behind.TrimStart(" \t\r\n\u001A"u8).StartsWith("%PDF-"u8);
    }

    protected override void Read(ReadOnlySpan<byte> bytes)
    {
    }
}
