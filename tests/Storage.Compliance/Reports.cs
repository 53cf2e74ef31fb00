using System.Buffers.Binary;
using System.Security.Cryptography;

namespace Storage.Compliance;

/// <summary>Invented reports. The same number always gives the same report.</summary>
public static class Reports
{
    private static readonly DateTimeOffset Start = new(2026, 11, 21, 6, 0, 0, TimeSpan.Zero);

    public static FileId Id(int number)
    {
        Span<byte> bytes = stackalloc byte[sizeof(int)];
        BinaryPrimitives.WriteInt32BigEndian(bytes, number);
        return new FileId(SHA256.HashData(bytes));
    }

    /// <summary>Each number is a second newer than the one before it, and has the next verdict. The JSON has about 1 KB.</summary>
    public static AnalysisReport Make(int number, int engine = 1) => new()
    {
        Sha256 = Id(number),
        Size = 14216 + number,
        MediaType = "application/pdf",
        Verdict = (Verdict)(number % 4),
        Score = 110,
        Findings =
        [
            new("pdf.javascript", 100, 2, 1234, "Runs JavaScript when it is opened."),
            new("pdf.obfuscated", 10, 1, 4321, "Spells a keyword with hex codes."),
        ],
        Pdf = new PdfSummary("1.5", new PdfKeywords([.. PdfKeywords.Names.Select((_, i) => (long)(number % 97 * i))]), 1),
        Coverage = new Coverage
        {
            Streams = number,
            Opened = 1,
            Skipped = new SkippedStreams(1, 2, 3, 0, 0, 0, 0),
            UnopenedObjectStreams = 0,
            UnreadScripts = 0,
            ActionsWithoutTarget = 0,
            DecodedBytes = 4711,
        },
        Entropy = 7.91,
        Engine = engine,
        AnalyzedAt = Start.AddSeconds(number),
        ElapsedMs = 3.1,
    };
}
