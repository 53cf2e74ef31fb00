using System.Text;
using System.Text.RegularExpressions;
using FsCheck;
using FsCheck.Fluent;
using Load.Systems.Analyzer.Corpus;

namespace Load.Tests.Systems.Analyzer.Corpus;

public sealed partial class PdfFactoryTests
{
    public static TheoryData<string, int> Sizes => new(
        from content in Enum.GetNames<PdfContent>()
        from size in new[] { 1500, 1501, 9_999, 10_000, 10_001, 99_999, 100_000, 262_143, 262_144, 1_000_000, 10_000_000 }
        select (content, size));

    [Theory]
    [MemberData(nameof(Sizes))]
    public void Create_AnySize_IsAValidFileOfThatSize(string content, int size)
    {
        var file = Bytes(PdfFactory.Create(size, Enum.Parse<PdfContent>(content), seed: 1));

        file.Length.ShouldBe(size);
        var pdf = PdfChecker.Check(file);
        pdf.Objects.Values.Count(body => body.Contains("/Type /Page ")).ShouldBe(size / 262_144 + 1);
    }

    [Fact]
    public void Create_RandomSizes_AreExact() =>
        Prop.ForAll(ArbMap.Default.ArbFor<(ushort Size, ulong Seed)>(), given =>
        {
            var size = 1400 + given.Size;
            var file = Bytes(PdfFactory.Create(size, PdfContent.Plain, given.Seed));
            PdfChecker.Check(file);
            return file.Length == size;
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void Create_TooSmall_NamesTheLeastSize() =>
        Should.Throw<ArgumentOutOfRangeException>(() => PdfFactory.Create(100, PdfContent.Plain, 1)).Message.ShouldContain("has at least ");

    [Fact]
    public void Create_SameSeed_GivesTheSameBytes()
    {
        Bytes(PdfFactory.Create(50_000, PdfContent.Launcher, 7)).ShouldBe(Bytes(PdfFactory.Create(50_000, PdfContent.Launcher, 7)));
        PdfFactory.Create(50_000, PdfContent.Launcher, 7).Known.Sha256
            .ShouldNotBe(PdfFactory.Create(50_000, PdfContent.Launcher, 8).Known.Sha256);
    }

    [Theory]
    [InlineData("Script", "/AcroForm /JavaScript /JS")]
    [InlineData("AutomaticScript", "/OpenAction /JavaScript /JS")]
    [InlineData("DisguisedScript", "/Open#41ction /J#61v#61Sc#72ipt /#4a#53")]
    [InlineData("Launcher", "/OpenAction /Launch /EmbeddedFile")]
    [InlineData("Encrypted", "/Encrypt")]
    public void Create_Content_HoldsItsStructures(string content, string names)
    {
        var pdf = PdfChecker.Check(Bytes(PdfFactory.Create(20_000, Enum.Parse<PdfContent>(content), 1)));

        var all = string.Concat(pdf.Objects.Values) + pdf.Trailer;
        foreach (var name in names.Split(' '))
        {
            Regex.IsMatch(all, $@"{Regex.Escape(name)}\b").ShouldBeTrue(name);
        }
    }

    [Fact]
    public void Create_PlainContent_SpellsNothingThatTheEngineLooksFor()
    {
        var text = Encoding.Latin1.GetString(Bytes(PdfFactory.Create(5_000_000, PdfContent.Plain, 3)));
        var pdf = PdfChecker.Check(Encoding.Latin1.GetBytes(text));

        Suspect().Count(text).ShouldBe(0);
        Regex.Count(text, @"\bobj\b").ShouldBe(pdf.Objects.Count);
        Regex.Count(text, @"\bstream\b").ShouldBe(pdf.Streams);
        Regex.Count(text, "startxref").ShouldBe(1);
    }

    private static byte[] Bytes(SourceFile file) => file.Known.Head.ToArray();

    [GeneratedRegex(
        "/(JS|JavaScript|AA|OpenAction|AcroForm|JBIG2Decode|RichMedia|Launch|EmbeddedFile|XFA|Encrypt|ObjStm)|#[0-9a-fA-F]{2}obj")]
    private static partial Regex Suspect();
}
