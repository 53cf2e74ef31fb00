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
    [InlineData(0, FailureClass.Content)]
    [InlineData(1, FailureClass.TooLarge)]
    public void Apply_BodyThatGrows_IsBounded(int beyond, FailureClass failure)
    {
        var result = Check("gzip", Zip(new byte[HttpResponseReader.MaxBody + beyond]));

        result.Failure.ShouldBe(failure, result.Message);
    }

    private static ProbeResult Check(string? encoding, byte[] body, HttpProbeSettings? settings = null)
    {
        var result = new ProbeResult { Status = 200, ContentLength = body.Length };
        ContentCheck.Apply(settings ?? Wanted, encoding, body, result);
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
