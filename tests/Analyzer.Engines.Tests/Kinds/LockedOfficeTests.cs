using Analyzer.Core;
using Analyzer.Engines.Tests.Making;

namespace Analyzer.Engines.Tests.Kinds;

/// <summary>
/// Documents that are encrypted by the password which office programs try by themselves, or by the one that was sent, are opened.
/// </summary>
public sealed class LockedOfficeTests
{
    private const string Standard = "VelvetSweatshop";

    private static readonly byte[] Macros = ZipMaker.Pack(
        ("[Content_Types].xml", Samples.Bytes("<Types/>")),
        ("xl/vbaProject.bin", new OleMaker().Macros("", ("A", "Sub Auto_Open()\r\nShell \"cmd\"\r\nEnd Sub")).ToArray()));

    [Fact]
    public void Complete_PackageWithTheStandardPassword_IsOpenedAndJudged()
    {
        foreach (var locked in new[] { OfficeLocker.Agile(Macros, Standard), OfficeLocker.Standard(Macros, Standard) })
        {
            var report = Judged.Of(locked);

            report.Verdict.ShouldBe(Verdict.Malicious, Judged.Text(report));
            report.Rules().ShouldContain("office.macro");
        }

        var clean = ZipMaker.Pack(("[Content_Types].xml", Samples.Bytes("<Types/>")),
            ("xl/a.xml", Samples.Bytes("<?xml version=\"1.0\"?><a/>")));
        Judged.Of(OfficeLocker.Agile(clean, Standard)).Verdict.ShouldBe(Verdict.Clean);
        Judged.Of(OfficeLocker.Standard(clean, Standard)).Verdict.ShouldBe(Verdict.Clean);
    }

    [Fact]
    public void Complete_PackageWithAnotherPassword_OpensWithTheOneThatIsSent()
    {
        foreach (var locked in new[] { OfficeLocker.Agile(Macros, "x"), OfficeLocker.Standard(Macros, "x") })
        {
            Judged.Of(locked).Gaps().ShouldBe(["needs-password"]);
            using var analysis = new FileAnalysis();
            analysis.UsePassword("x");
            analysis.Append(locked);
            analysis.Complete(DateTimeOffset.UnixEpoch, TimeSpan.Zero).Verdict.ShouldBe(Verdict.Malicious);
        }
    }

    [Theory]
    [InlineData(Standard, Verdict.Malicious)]
    [InlineData("other", Verdict.Unable)]
    public void Complete_WorkbookEncryptedWithRc4_IsReadWhenThePasswordIsTheStandardOne(string password, Verdict verdict)
    {
        byte[] macroSheet = [0x85, 0, 8, 0, 0, 0, 0, 0, 1, 1, 0, 0];
        byte[] autoOpen = [0x18, 0, 16, 0, 0x20, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];

        var report = Judged.Of(OfficeLocker.Workbook(password, macroSheet, autoOpen));

        report.Verdict.ShouldBe(verdict, Judged.Text(report));
        report.Rules().Contains("office.excel4-macro").ShouldBe(verdict == Verdict.Malicious);
        report.Gaps().Contains("needs-password").ShouldBe(verdict == Verdict.Unable);
    }

    /// <summary>Each opening is a pass over the stream: as many as it has records would take hours.</summary>
    [Fact]
    public void Complete_WorkbookThatNamesItsPasswordOften_IsOpenedOnce()
    {
        byte[] macroSheet = [0x85, 0, 8, 0, 0, 0, 0, 0, 1, 1, 0, 0];

        var report = Judged.Of(OfficeLocker.Workbook(Standard, 100_000, macroSheet));

        report.Rules().ShouldContain("office.excel4-macro");
        report.Gaps().ShouldNotContain("needs-password");
    }

    [Theory]
    [InlineData("<a")]
    [InlineData("<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><encryption/>")]
    [InlineData("<encryption><keyData saltValue=\"?\" keyBits=\"256\" cipherAlgorithm=\"AES\" cipherChaining=\"ChainingModeCBC\" "
        + "hashAlgorithm=\"SHA512\"/><encryptedKey spinCount=\"99999999\"/></encryption>")]
    [InlineData("<encryption><keyData keyBits=\"x\"/><encryptedKey/></encryption>")]
    public void Complete_DamagedInformation_NeedsAPassword(string xml) =>
        Judged.Of(new OleMaker().Add("EncryptionInfo", [4, 0, 4, 0, 0x40, 0, 0, 0, .. Samples.Bytes(xml)])
            .Add("EncryptedPackage", new byte[5000]).ToArray()).Gaps().ShouldBe(["needs-password"]);

    [Fact]
    public void Complete_ManyLockedPackages_AreBounded()
    {
        var one = OfficeLocker.Agile(Macros, "x", rounds: 10);
        var report = Judged.Of(ZipMaker.Pack([.. Enumerable.Range(0, 60).Select(number => ($"{number}.docx", one))]));

        report.Gaps().Count(gap => gap == "needs-password").ShouldBe(60);
    }

    public static TheoryData<string, Func<string, byte[]>> Old => new()
    {
        { "office.excel4-macro", password => OfficeLocker.Masked(password, [0x85, 0, 8, 0, 0, 0, 0, 0, 1, 1, 0, 0]) },
        { "office.dde", password => OfficeLocker.Document(password, isLong: false, "\u0013DDEAUTO c:\\\\windows\\\\cmd.exe \"/c calc\"\u0015") },
        { "office.dde", password => OfficeLocker.Document(password, isLong: true, "\u0013DDEAUTO c:\\\\windows\\\\cmd.exe \"/c calc\"\u0015") },
        {
            "office.macro", password => OfficeLocker.Presentation(password,
                new OleMaker().Macros("", ("A", "Sub Auto_Open()\r\nShell \"cmd\"\r\nEnd Sub")).ToArray())
        },
    };

    [Theory]
    [MemberData(nameof(Old), DisableDiscoveryEnumeration = true)]
    public void Complete_OldDocumentThatIsEncrypted_OpensWithItsPassword(string rule, Func<string, byte[]> lockWith)
    {
        var locked = lockWith("geheim");
        using var analysis = new FileAnalysis();
        AnalysisReport With(string? password)
        {
            analysis.Reset();
            if (password is not null)
            {
                analysis.UsePassword(password);
            }

            analysis.Append(locked);
            return analysis.Complete(DateTimeOffset.UnixEpoch, TimeSpan.Zero);
        }

        With(null).Gaps().ShouldBe(["needs-password"]);
        With("wrong").Gaps().ShouldBe(["needs-password"]);
        With("geheim").Rules().Concat(With("geheim").AllParts().SelectMany(part => part.Findings.Select(finding => finding.Rule)))
            .ShouldContain(rule);
        With("geheim").Verdict.ShouldBeOneOf(Verdict.Suspicious, Verdict.Malicious);
        Judged.Of(lockWith(Standard)).Verdict.ShouldBeOneOf(Verdict.Suspicious, Verdict.Malicious);
    }

    [Theory]
    [InlineData("BodyText/Section0", "application/x-hwp", Verdict.Unable)]
    [InlineData("Quill/QuillSub/CONTENTS", "application/x-mspublisher", Verdict.Unable)]
    [InlineData("PerfectOffice_MAIN", "application/vnd.wordperfect", Verdict.Unable)]
    [InlineData("Something", "application/x-ole-storage", Verdict.Clean)]
    public void Complete_OtherCompoundFile_IsToldByItsType(string stream, string mediaType, Verdict verdict)
    {
        var report = Judged.Of(new OleMaker().Add(stream, new byte[600]).ToArray());

        (report.MediaType, report.Verdict).ShouldBe((mediaType, verdict), Judged.Text(report));
    }

    [Fact]
    public void Complete_Quarantine_IsOpened()
    {
        byte[] taken = [.. Samples.Program.Select(value => (byte)(value ^ 0x6A))];
        var report = Judged.Of(new OleMaker().Add("Details", new byte[600]).Add("File_0", taken).ToArray());

        (report.MediaType, report.Verdict).ShouldBe(("application/x-mcafee-quarantine", Verdict.Suspicious), Judged.Text(report));
    }
}
