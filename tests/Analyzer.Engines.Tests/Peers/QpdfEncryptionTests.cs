using Analyzer.Core;
using Analyzer.Engines.Tests.Pdf;

namespace Analyzer.Engines.Tests.Peers;

/// <summary>The engine finds in documents that qpdf has encrypted what lies there when qpdf has decrypted them.</summary>
public sealed class QpdfEncryptionTests
{
    private const string User = "pass";

    /// <summary>Strings in the file's bytes are ciphertext there, and these rules show such bytes or count them.</summary>
    private static readonly string[] OfBytes =
        ["pdf.encrypted", "pdf.object-streams", "pdf.unbalanced-streams", "pdf.unbalanced-objects", "pdf.js", "pdf.additional-actions"];

    // Ciphertext has /AA and /JS by chance: of names so short only the ones that both have say something.
    private static readonly string[] Names =
        [.. PdfKeywords.Names.Where(name => name[0] == '/' && name is not ("/ObjStm" or "/Encrypt" or "/AA" or "/JS"))];

    public static TheoryData<string, string> Variants
    {
        get
        {
            var data = new TheoryData<string, string>();
            foreach (var user in new[] { "", User })
            {
                data.Add(user, "40 --");
                data.Add(user, "128 --use-aes=n --");
                data.Add(user, "128 --use-aes=n --force-V4 --");
                data.Add(user, "128 --use-aes=n --force-V4 --cleartext-metadata --");
                data.Add(user, "128 --use-aes=y --");
                data.Add(user, "128 --use-aes=y --cleartext-metadata --");
                data.Add(user, "256 --");
                data.Add(user, "256 --cleartext-metadata --");
                data.Add(user, "256 --force-R5 --");
                data.Add(user, "256 -- --object-streams=generate");
                data.Add(user, "128 --use-aes=y -- --object-streams=generate --linearize");
                data.Add(user, "40 -- --object-streams=generate --linearize");
            }

            return data;
        }
    }

    [Theory]
    [MemberData(nameof(Variants))]
    public void Report_EncryptedDocuments_SaysWhatIsSaidOfTheDecryptedOnes(string user, string method)
    {
        using var scratch = new ScratchFolder();
        var made = scratch.Write("made.pdf", HandmadeDocument.WithEverything());
        foreach (var path in PdfSamples.Documents().Where((_, index) => index % 12 == 0).Append(made))
        {
            var (locked, open) = (scratch.Path("locked.pdf"), scratch.Path("open.pdf"));
            File.Delete(locked);
            DebianTool.Run("qpdf", "qpdf", ["--allow-weak-crypto", path, "--encrypt", user, "owner", .. method.Split(' '), locked]);
            if (!File.Exists(locked))
            {
                continue; // an encrypted document of the samples, which qpdf opens with its password only
            }

            DebianTool.Run("qpdf", "qpdf", $"--password={user}", "--decrypt", locked, open);
            ShouldBeTheSame(locked, user, open, user.Length > 0 ? PdfEncryption.WithPassword : PdfEncryption.ForEveryone);
            ShouldBeTheSame(locked, "owner", open, user.Length > 0 ? PdfEncryption.WithPassword : PdfEncryption.ForEveryone);
        }

        File.Exists(scratch.Path("open.pdf")).ShouldBeTrue();
    }

    [Fact]
    public void Report_WrongPassword_IsNotOpened()
    {
        using var scratch = new ScratchFolder();
        var (path, locked) = (scratch.Write("made.pdf", HandmadeDocument.WithEverything()), scratch.Path("locked.pdf"));
        foreach (var bits in new[] { "40", "128", "256" })
        {
            DebianTool.Run("qpdf", "qpdf", "--allow-weak-crypto", path, "--encrypt", User, "owner", bits, "--", locked);
            foreach (var password in new[] { null, "", "Pass", "pass ", "passowner" })
            {
                Report(locked, password).Pdf!.Encryption!.Opens.ShouldBe(PdfEncryption.NeedsPassword, $"{bits} {password}");
            }
        }
    }

    private static void ShouldBeTheSame(string locked, string password, string open, string opens)
    {
        var (opened, decrypted) = (Report(locked, password), Report(open, null));
        var what = Path.GetFileName(locked);
        opened.Pdf!.Encryption!.Opens.ShouldBe(opens, what);
        Findings(opened).ShouldBe(Findings(decrypted), what);
        Names.Select(name => Count(opened, name)).ShouldBe(Names.Select(name => Count(decrypted, name)), what);
        (opened.Pdf.Links ?? []).ShouldBe(decrypted.Pdf!.Links ?? [], ignoreOrder: true, what);
        (opened.Pdf.Scripts ?? []).Select(script => script.Sha256)
            .ShouldBe((decrypted.Pdf.Scripts ?? []).Select(script => script.Sha256), ignoreOrder: true, what);
        (opened.Pdf.Attachments ?? []).Select(file => (file.Name, file.Sha256))
            .ShouldBe((decrypted.Pdf.Attachments ?? []).Select(file => (file.Name, file.Sha256)), ignoreOrder: true, what);
        Unseen(opened.Coverage!).ShouldBe(Unseen(decrypted.Coverage!), what);
    }

    private static (long, long, long) Unseen(Coverage coverage) =>
        (coverage.UnopenedObjectStreams, coverage.UnreadScripts, coverage.ActionsWithoutTarget);

    private static IEnumerable<(string Rule, long Count)> Findings(AnalysisReport report) =>
        report.Findings.Where(finding => !OfBytes.Contains(finding.Rule)).Select(finding => (finding.Rule, finding.Count)).Order();

    private static long Count(AnalysisReport report, string name) => report.Pdf!.Keywords[name] + (report.Pdf.Inside?[name] ?? 0);

    private static AnalysisReport Report(string path, string? password)
    {
        using var analysis = new FileAnalysis();
        analysis.UsePassword(password);
        return Reported.Of(analysis, [File.ReadAllBytes(path)]);
    }
}
