using System.Buffers.Binary;
using System.Buffers.Text;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using Load.Statistics;
using Load.Systems.Analyzer.Corpus;

namespace Load.Systems.Analyzer.Stores;

/// <summary>
/// Made-up reports to fill a store with before it is measured. Number n is the same in every archive: a second newer than the one before,
/// its SHA-256 as evenly spread as any, about 800 bytes of JSON.
/// </summary>
/// <param name="count">Numbers 0 to this, exclusive.</param>
internal sealed class ReportArchive(long count)
{
    private const int SizeRange = 1000;

    private static readonly DateTimeOffset Start = new(2026, 1, 1, 0, 0, 0, TimeSpan.Zero);
    private static readonly byte[] Blank = new byte[2 * SizeRange];
    private static readonly ReportVerdict[] Verdicts = [ReportVerdict.Clean, ReportVerdict.Clean, ReportVerdict.Suspicious,
        ReportVerdict.Malicious];

    private static readonly SourceFile[] Sources =
        [.. Verdicts.Select(verdict => new SourceFile($"a stored report, {verdict}", [.. SourceFile.EmptyNonce], SourceFile.NonceLength, 0,
            verdict))];

    public long Count => count;

    public static Digest Sha256(long number)
    {
        Span<byte> bytes = stackalloc byte[sizeof(long)];
        BinaryPrimitives.WriteInt64LittleEndian(bytes, number);
        Span<byte> digest = stackalloc byte[Digest.ByteLength];
        SHA256.HashData(bytes, digest);
        return new Digest(digest);
    }

    /// <summary>The right answer to a look-up of the report.</summary>
    public static Upload Upload(long number) => new(Blank.AsMemory(0, Size(number)), default, Sha256(number), Source(number));

    /// <summary>
    /// The listing's cursor that stands on a report: milliseconds since 1970 (8 bytes, big-endian) and SHA-256, in base64url.
    /// </summary>
    public static string Cursor(long number)
    {
        Span<byte> bytes = stackalloc byte[sizeof(long) + Digest.ByteLength];
        BinaryPrimitives.WriteInt64BigEndian(bytes, Time(number).ToUnixTimeMilliseconds());
        Sha256(number).ToByteArray().CopyTo(bytes[sizeof(long)..]);
        return Base64Url.EncodeToString(bytes);
    }

    /// <summary>One that is there, any as likely as another; the same for the same ordinal.</summary>
    public long Pick(long ordinal) => (long)(new SplitMix64((ulong)ordinal).Next() % (ulong)count);

    /// <summary>Each as a line of JSON, as <c>import</c> reads it.</summary>
    public async Task WriteAsync(Stream output, CancellationToken cancellationToken)
    {
        var lines = new StringBuilder();
        for (var number = 0L; number < count; number++)
        {
            lines.Append(Line(number)).Append('\n');
            if (lines.Length > 64 * 1024 || number == count - 1)
            {
                await output.WriteAsync(Encoding.UTF8.GetBytes(lines.ToString()), cancellationToken);
                lines.Clear();
            }
        }
    }

    /// <summary>The report as JSON, as ARCHITECTURE.md has it, on one line.</summary>
    public static string Line(long number) => string.Create(CultureInfo.InvariantCulture, $$"""
        {"sha256":"{{Sha256(number)}}","size":{{Size(number)}},"mediaType":"application/pdf","verdict":"{{VerdictOf(number)}}",
        "score":{{number % 200}},"findings":[{"rule":"pdf.javascript","points":100,"count":1,"offset":{{number % 5000}},
        "reason":"Holds JavaScript, which readers run and attackers use."}],"pdf":{"version":"1.7","keywords":{
        "obj":{{number % 90}},"endobj":{{number % 90}},"stream":7,"endstream":7,"xref":1,"trailer":1,"startxref":1,"/Page":2,
        "/Encrypt":0,"/ObjStm":0,"/JS":1,"/JavaScript":1,"/AA":0,"/OpenAction":0,"/AcroForm":0,"/JBIG2Decode":0,"/RichMedia":0,
        "/Launch":0,"/EmbeddedFile":0,"/XFA":0,"/Colors > 2^24":0},"obfuscated":0},"entropy":7.53,"engine":"1",
        "analyzedAt":"{{Time(number):yyyy-MM-ddTHH:mm:ss.fffZ}}","elapsedMs":0.25}
        """).ReplaceLineEndings("");

    private static string VerdictOf(long number) => Verdicts[number % Verdicts.Length].ToString().ToLowerInvariant();

    private static int Size(long number) => (int)(SizeRange + number % SizeRange);

    private static DateTimeOffset Time(long number) => Start.AddSeconds(number);

    private static SourceFile Source(long number) => Sources[number % Sources.Length];
}
