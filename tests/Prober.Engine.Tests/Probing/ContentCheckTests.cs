using System.IO.Compression;
using System.Text.RegularExpressions;
using Prober.Engine.Probing;
using Prober.Engine.Probing.Http;

namespace Prober.Engine.Tests.Probing;

public sealed class ContentCheckTests
{
    private static readonly HttpProbeSettings Wanted = new() { Contain = new Regex("hello", RegexOptions.NonBacktracking) };

    [Theory]
    [InlineData(null)]
    [InlineData("gzip")]
    public void Apply_SmallBody_AllocatesLittle(string? encoding)
    {
        var body = encoding is null ? "hello"u8.ToArray() : Zip("hello"u8.ToArray());
        Check(encoding, body); // what is made once

        var before = GC.GetAllocatedBytesForCurrentThread();
        var result = Check(encoding, body);
        var allocated = GC.GetAllocatedBytesForCurrentThread() - before;

        result.Failure.ShouldBe(FailureClass.None, result.Message);
        result.DecodedLength.ShouldBe(5);
        allocated.ShouldBeLessThan(64 * 1024);
    }

    [Fact]
    public void Apply_ContentThatIsWrongAndShown_IsOnOneLineAndShort()
    {
        var body = System.Text.Encoding.UTF8.GetBytes($"Sorry\r\n{new string('x', 1000)}");

        var result = Check(null, body, Wanted with { ShowsContent = true });

        result.Message.ShouldStartWith("The body lacks the required text. It begins: Sorry  xxx");
        result.Message.Length.ShouldBeLessThan(400);
        Check(null, body).Message.ShouldBe("The body lacks the required text.");
    }

    [Theory]
    [InlineData(null, "<html><meta charset=\"iso-8859-1\">")]
    [InlineData("text/html", " <!doctype html><META http-equiv=content-type content='text/html; charset=windows-1252'>")]
    [InlineData("application/xml", "<?xml version='1.0' encoding='ISO-8859-1'?><a>")]
    [InlineData("text/html; charset=iso-8859-1", "<meta charset=utf-8>")] // what the server says comes first
    [InlineData("text/plain; charset=latin1", "")]
    public void Apply_CharsetOfTheHeaderOrTheDocument_IsHonoured(string? type, string start)
    {
        var body = System.Text.Encoding.Latin1.GetBytes($"{start}grün");

        Check(null, body, new() { Contain = new Regex("grün", RegexOptions.NonBacktracking) }, type).Failure.ShouldBe(FailureClass.None);
    }

    [Theory]
    [InlineData(null, "<meta charset=utf-16>")] // it would not be readable then
    [InlineData(null, "<meta charset=no-such>")]
    [InlineData("text/plain; charset=utf-7", "")] // .NET refuses to decode it
    [InlineData("text/plain", "charset=iso-8859-1 ")]
    public void Apply_CharsetThatCannotBe_IsUtf8(string? type, string start)
    {
        var body = System.Text.Encoding.UTF8.GetBytes($"{start}grün");

        Check(null, body, new() { Contain = new Regex("grün", RegexOptions.NonBacktracking) }, type).Failure.ShouldBe(FailureClass.None);
    }

    [Theory]
    [InlineData("utf-8", FailureClass.None)] // no coding: a mistake of the server, which encodes nothing
    [InlineData("zstd", FailureClass.Setup)] // one that the prober lacks
    [InlineData("gzip", FailureClass.Protocol)]
    [InlineData("br", FailureClass.Protocol)]
    public void Apply_CodingThatDoesNotFit_IsTheTargetsFaultOnlyIfTheProberKnowsIt(string encoding, FailureClass failure) =>
        Check(encoding, "hello, I am not packed"u8.ToArray()).Failure.ShouldBe(failure);

    [Theory]
    [InlineData(0, FailureClass.Content)]
    [InlineData(1, FailureClass.MaxBody)]
    public void Apply_BodyThatGrows_IsBounded(int beyond, FailureClass failure)
    {
        var result = Check("gzip", Zip(new byte[HttpProbeSettings.UsualMaxBody + beyond]));

        result.Failure.ShouldBe(failure, result.Message);
    }

    [Theory]
    [InlineData("hello", null, null, FailureClass.None)] // found before the end of what was read
    [InlineData("world", null, null, FailureClass.MaxBody)]
    [InlineData(null, "hello", null, FailureClass.Content)]
    [InlineData(null, "world", null, FailureClass.MaxBody)] // it may come
    [InlineData("hello", "world", null, FailureClass.MaxBody)]
    [InlineData("hello", null, "a", FailureClass.MaxBody)]
    public void Apply_BeginningOfALongBody_IsUnknownUnlessItDecides(string? contain, string? not, string? json, FailureClass failure)
    {
        var settings = new HttpProbeSettings
        {
            Contain = contain is null ? null : new Regex(contain, RegexOptions.NonBacktracking),
            NotContain = not is null ? null : new Regex(not, RegexOptions.NonBacktracking),
            Json = json is null ? [] : [new(json, null)],
        };

        Check(null, "hello"u8.ToArray(), settings, isCut: true).Failure.ShouldBe(failure);
    }

    [Theory]
    [InlineData("text/html; charset=iso-8859-1", "iso-8859-1")]
    [InlineData("text/html; charset=\"windows-1252\"", "windows-1252")]
    [InlineData("text/html;charset=Shift_JIS", "shift_jis")]
    [InlineData("text/html; charset=utf-16", "utf-16")]
    [InlineData("text/html; charset=utf-16be", "utf-16BE")]
    [InlineData("text/html; charset=no-such-charset", "utf-8")]
    [InlineData("text/html", "utf-8")]
    [InlineData("nonsense;;=", "utf-8")]
    [InlineData(null, "utf-8")]
    public void Apply_TextOfACharset_IsFound(string? type, string charset)
    {
        System.Text.Encoding.RegisterProvider(System.Text.CodePagesEncodingProvider.Instance);
        var word = charset == "shift_jis" ? "日本" : "prächtig";
        var settings = new HttpProbeSettings { Contain = new Regex(word) };

        var result = Check(null, System.Text.Encoding.GetEncoding(charset).GetBytes($"Gesundheit: {word}"), settings, type);

        result.Failure.ShouldBe(FailureClass.None, result.Message);
    }

    [Fact]
    public void Apply_ByteOrderMark_WinsOverTheType()
    {
        byte[] body = [0xFE, 0xFF, .. System.Text.Encoding.BigEndianUnicode.GetBytes("hello")];

        Check(null, body, type: "text/plain; charset=utf-16").Failure.ShouldBe(FailureClass.None);
    }

    /// <summary>RFC 9110, section 8.4.1.2, warns of servers that leave the head of zlib out.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Apply_Deflate_IsReadWithAndWithoutTheHeadOfZLib(bool hasHead)
    {
        using var packed = new MemoryStream();
        using (Stream stream = hasHead
            ? new ZLibStream(packed, CompressionLevel.Fastest, leaveOpen: true)
            : new DeflateStream(packed, CompressionLevel.Fastest, leaveOpen: true))
        {
            stream.Write("hello"u8);
        }

        Check("deflate", packed.ToArray()).Failure.ShouldBe(FailureClass.None);
    }

    private static ProbeResult Check(
        string? encoding, byte[] body, HttpProbeSettings? settings = null, string? type = null, bool isCut = false)
    {
        var result = new ProbeResult { Status = 200, ContentLength = body.Length };
        ContentCheck.Apply(settings ?? Wanted, isSecure: false, _ => [], encoding, type, body, isCut, result);
        return result;
    }

    private static byte[] Zip(byte[] body)
    {
        using var zipped = new MemoryStream();
        using (var gzip = new GZipStream(zipped, CompressionLevel.Fastest))
        {
            gzip.Write(body);
        }

        return zipped.ToArray();
    }
}
