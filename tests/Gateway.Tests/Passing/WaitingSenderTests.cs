using System.Buffers;
using System.IO.Pipelines;
using Analyzer.Protos.V1;
using Gateway.Features.Passing;
using Gateway.Features.Upstream;
using Google.Protobuf;

namespace Gateway.Tests.Passing;

public sealed class WaitingSenderTests
{
    private static readonly byte[] Waits = Frame(new() { Metadata = new() { Waits = true, Sha256 = new string('0', 64) } });
    private static readonly byte[] StreamsOn = Frame(new() { Metadata = new() { Sha256 = new string('0', 64) } });
    private static readonly byte[] Piece = Frame(new() { Data = ByteString.CopyFromUtf8("%PDF-1.4\n") });

    public static TheoryData<string, byte[], bool> Cases => new()
    {
        { "metadata that say so", Waits, true },
        { "metadata that do not", StreamsOn, false },
        { "a piece after them", [.. Waits, .. Piece], false },
        { "a piece alone", Piece, false },
        { "a message that is cut", Waits[..^1], false },
        { "a compressed message", [1, .. Waits[1..]], false },
        { "no message of ours", [0, 0, 0, 0, 3, 0xFF, 0xFF, 0xFF], false },
        { "half a header", Waits[..3], false },
        { "nothing", [], false },
    };

    [Theory]
    [MemberData(nameof(Cases))]
    public void Is_WhatWasSent_TellsWhetherItWaits(string what, byte[] sent, bool waits) =>
        WaitingSender.Is(sent).ShouldBe(waits, what);

    /// <summary>What a waiting sender has sent is taken; of others nothing.</summary>
    [Theory]
    [MemberData(nameof(Cases))]
    public async Task IsAsync_WhatCame_TellsWhetherItWaits(string what, byte[] sent, bool waits)
    {
        var pipe = new Pipe();
        await pipe.Writer.WriteAsync(sent, TestContext.Current.CancellationToken);

        (await WaitingSender.IsAsync(pipe.Reader).Within()).ShouldBe(waits, what);

        await pipe.Writer.CompleteAsync();
        var left = await pipe.Reader.ReadAsync(TestContext.Current.CancellationToken);
        left.Buffer.ToArray().ShouldBe(waits ? [] : sent);
    }

    private static byte[] Frame(SubmitFileRequest message) => MessageFrame.Of(message);
}
