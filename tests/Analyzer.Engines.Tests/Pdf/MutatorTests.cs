using System.Text;
using Analyzer.Engines.Tests.Pdf.Encryption;

namespace Analyzer.Engines.Tests.Pdf;

/// <summary>Whatever a file holds: the analysis ends, throws nothing, keeps its bounds and says the same however it is cut.</summary>
public sealed class MutatorTests
{
    private static readonly string[] Fragments =
    [
        "/Type/ObjStm", "stream\n", "endstream", "endobj", "1 0 obj", "<<", ">>", "[", "]", "(", ")", "<", ">", "%", "/", "#", "\\",
        "/Filter[/FlateDecode null/LZWDecode]", "/DecodeParms<</Predictor 15/Columns 0>>", "/Length -1", "/First 99999999999", "/N -5",
        "/OpenAction 1 0 R", "/AA<</O 2 0 R>>", "/Next[1 0 R 2 0 R]", "/JS 3 0 R", "/JS(", "/S/JavaScript", "/EF<</F 5 0 R>>",
        "99999999999 0 R",
        "/Filter 7 0 R", "/DecodeParms[7 0 R]", "/Fl", "/XFA 7 0 R", "/XFA[(a) 7 0 R]", "<script>", "</script>", "<![CDATA[", "&#x3c;",
        "trailer<</Root<</OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>>>", "trailer\n/Root", "startxref",
        "/A 5 0 R/Rect[0 0 595 842]", "/S 9 0 R", "/Launch", "/Win 7 0 R", "/Win<</F 7 0 R/P 9 0 R>>", "/URI<</Base(ms-msdt:", "/F(//a/b)",
        "/Encrypt 1 0 R", "trailer<</Encrypt 20 0 R/ID[<00><00>]>>", "<</Filter/Standard/V 5/R 6", "/CFM/AESV2", "/StrF/Identity",
        "\0", "\u00ff\u00fe", "xref\n0 1\n0000000000 65535 f \n", "trailer", "-", "+", ".", "0", "R",
    ];

    /// <summary>The seed can be given, and the minutes, for a longer run by hand (ENGINE_MUTATOR_SEED, ENGINE_MUTATOR_MINUTES).</summary>
    [Fact]
    public void Complete_MutatedDocuments_NeverThrows()
    {
        var seed = int.Parse(Environment.GetEnvironmentVariable("ENGINE_MUTATOR_SEED") ?? "20261122");
        var minutes = double.Parse(Environment.GetEnvironmentVariable("ENGINE_MUTATOR_MINUTES") ?? "0");
        var random = new Random(seed);
        var originals = PdfSamples.Documents().Concat(PdfSamples.Mutants()).Select(File.ReadAllBytes).Where(bytes => bytes.Length < 200_000)
            .Concat(EncryptedBuilder.Samples()).Append(HandmadeDocument.WithEverything()).ToList();
        using var analysis = new FileAnalysis();
        var start = TimeProvider.System.GetTimestamp();
        for (var round = 0; round < 600 || TimeProvider.System.GetElapsedTime(start).TotalMinutes < minutes; round++)
        {
            // Every second one is the document that has everything: most of the others is stream data.
            var bytes = Mutate(random.Next(2) == 0 ? originals[^1] : originals[random.Next(originals.Count)], random);
            try
            {
                var whole = Report(analysis, [bytes]);
                var cuts = Enumerable.Range(0, random.Next(1, 60)).Select(_ => random.Next(bytes.Length + 1));
                Report(analysis, Counted.Pieces(bytes, cuts)).ShouldBe(whole);
            }
            catch (Exception exception)
            {
                var kept = Path.Combine(Path.GetTempPath(), $"mutant-{seed}-{round}.pdf");
                File.WriteAllBytes(kept, bytes);
                throw new InvalidOperationException($"Seed {seed}, round {round}: {kept}", exception);
            }
        }
    }

    private static string Report(FileAnalysis analysis, IEnumerable<ReadOnlyMemory<byte>> pieces)
    {
        var report = Reported.Of(analysis, pieces);
        (report.Coverage?.DecodedBytes ?? 0).ShouldBeLessThan(300L << 20);
        (report.Pdf?.Scripts?.Count ?? 0).ShouldBeLessThanOrEqualTo(512);
        (report.Pdf?.Links?.Count ?? 0).ShouldBeLessThanOrEqualTo(64);
        (report.Pdf?.Attachments?.Count ?? 0).ShouldBeLessThanOrEqualTo(64);
        return Reported.Text(report);
    }

    private static byte[] Mutate(byte[] original, Random random)
    {
        var bytes = original.ToList();
        for (var change = random.Next(1, 12); change > 0; change--)
        {
            var at = random.Next(bytes.Count);
            switch (random.Next(6))
            {
                case 0:
                    bytes[at] = (byte)random.Next(256);
                    break;
                case 1:
                    bytes[at] ^= (byte)(1 << random.Next(8));
                    break;
                case 2:
                    bytes.InsertRange(at, Encoding.Latin1.GetBytes(Fragments[random.Next(Fragments.Length)]));
                    break;
                case 3:
                    bytes.RemoveRange(at, Math.Min(bytes.Count - at - 1, random.Next(1, 60)));
                    break;
                case 4:
                    bytes.InsertRange(at, bytes.Skip(random.Next(bytes.Count)).Take(random.Next(1, 400)).ToList());
                    break;
                default:
                    bytes.RemoveRange(at, random.Next(20) == 0 ? bytes.Count - at - 1 : 0);
                    break;
            }
        }

        return [.. bytes];
    }
}
