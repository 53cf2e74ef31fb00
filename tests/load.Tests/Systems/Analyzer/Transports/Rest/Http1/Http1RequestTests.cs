using System.Text;
using Load.Systems.Analyzer.Corpus;
using Load.Systems.Analyzer.Transports.Rest.Http1;
using Load.Tests.Systems.Analyzer.Corpus;

namespace Load.Tests.Systems.Analyzer.Transports.Rest.Http1;

public sealed class Http1RequestTests
{
    private const string Hex = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    private readonly Http1Request _request = new();

    [Fact]
    public void Add_Text_IsWrittenAsItReads()
    {
        Digest.TryParse(Hex, out var digest).ShouldBeTrue();
        var host = "localhost";

        _request.New().Add($"GET /{digest}?{12}&{255L:x} HTTP/1.1\r\nHost: {host}\r\n")
            .Add($"Content-Digest: sha-256=:{digest:base64}:\r\n\r\n");

        Texts().ShouldBe(
        [
            $"GET /{Hex}?12&ff HTTP/1.1\r\nHost: localhost\r\nContent-Digest: " +
            $"sha-256=:{Convert.ToBase64String(Convert.FromHexString(Hex))}:\r\n\r\n",
        ]);
    }

    [Fact]
    public void Add_SmallBody_IsOneSegmentWithTheHead()
    {
        var upload = Uploads.New();

        _request.New().Add($"POST /\r\n\r\n").Add(upload);

        Texts().ShouldBe(["POST /\r\n\r\n" + Encoding.Latin1.GetString([.. upload.Head.Span, .. upload.Tail.Span])]);
    }

    [Fact]
    public void Add_LargeBody_IsSentFromWhereItLies()
    {
        var large = Uploads.New() with { Head = new byte[100_000] };

        _request.New().Add($"POST /\r\n\r\n").Add(large).Add("the end"u8.ToArray());

        _request.End().Count.ShouldBe(3);
        _request.End()[1].ShouldBe(large.Head);
        Texts()[2].ShouldBe(Encoding.Latin1.GetString(large.Tail.Span) + "the end");
    }

    [Fact]
    public void AwaitContinue_SmallBody_IsASegmentOfItsOwn()
    {
        _request.New().Add($"POST /\r\n\r\n").AwaitContinue().Add($"body");

        _request.AwaitsContinue.ShouldBeTrue();
        Texts().ShouldBe(["POST /\r\n\r\n", "body"]);
    }

    [Fact]
    public void New_AfterAnother_HasNothingOfIt()
    {
        _request.New().Add($"POST /\r\n\r\n").AwaitContinue().Add(new byte[100_000]).End();

        _request.New().Add($"GET /\r\n\r\n");

        _request.AwaitsContinue.ShouldBeFalse();
        Texts().ShouldBe(["GET /\r\n\r\n"]);
    }

    [Fact]
    public void Add_HeadLargerThanTheBuffer_Throws()
    {
        var cursor = new string('x', 100_000);

        Should.Throw<ArgumentException>(() => _request.New().Add($"GET /{cursor}"));
    }

    private List<string> Texts() => [.. _request.End().Select(segment => Encoding.Latin1.GetString(segment.Span))];
}
