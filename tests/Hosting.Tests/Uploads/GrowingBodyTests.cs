using System.IO.Pipelines;
using Hosting.Errors;
using Hosting.Uploads;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;

namespace Hosting.Tests.Uploads;

public sealed class GrowingBodyTests : IRequestBodyPipeFeature
{
    private static readonly Error Full = new(ErrorKind.InvalidArgument, "No room.");

    private readonly Pipe _pipe = new(new(pauseWriterThreshold: 0));
    private readonly DefaultHttpContext _context = new();

    public GrowingBodyTests() => _context.Features.Set<IRequestBodyPipeFeature>(this);

    public PipeReader Reader => _pipe.Reader;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(16 << 10)]
    [InlineData(99_999)]
    [InlineData(100_000)]
    public async Task Read_UpToTheLongest_IsAllOfIt(int length)
    {
        var sent = Enumerable.Range(0, length).Select(place => (byte)place).ToArray();
        var reading = ReadAsync(new BodyRoom(1, 100_000, Full));
        foreach (var part in sent.Chunk(7000))
        {
            await _pipe.Writer.WriteAsync(part, Token);
        }

        await _pipe.Writer.CompleteAsync();

        var (error, bytes) = await reading.Within();
        error.ShouldBeNull();
        bytes.ShouldBe(sent);
    }

    /// <summary>Over HTTP/2 Kestrel hands out what is beyond its limit.</summary>
    [Fact]
    public async Task Read_MoreThanTheLongest_IsTooLarge()
    {
        await _pipe.Writer.WriteAsync(new byte[100_001], Token);

        var (error, _) = await ReadAsync(null).Within();

        error.ShouldNotBeNull().Kind.ShouldBe(UploadErrors.TooLargeKind);
        error.Detail.ShouldContain("100000 bytes");
    }

    [Fact]
    public async Task Read_WithoutRoom_IsRefusedAndKeepsNone()
    {
        var room = new BodyRoom(200_000, 100_000, Full);
        room.Take(150_000).ShouldBeNull();
        await _pipe.Writer.WriteAsync(new byte[60_000], Token);

        var (error, _) = await ReadAsync(room).Within();

        error.ShouldBe(Full);
        room.Take(50_000).ShouldBeNull();
        room.Take(1).ShouldBe(Full);
    }

    [Theory]
    [InlineData(1, 100, 1)]
    [InlineData(1000, 100, 5)]
    [InlineData(1999, 100, 9)]
    public void BodiesInHalf_OfARoom_AreOneAtLeast(long room, int body, int count) =>
        new BodyRoom(room, body, Full).BodiesInHalf.ShouldBe(count);

    private async Task<(Error? Error, byte[] Bytes)> ReadAsync(BodyRoom? room)
    {
        using var body = new GrowingBody(100_000, room);
        var error = await body.ReadAsync(_context.Request, TimeProvider.System);
        return (error, body.Bytes.ToArray());
    }
}
